import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import type { PermissionNode } from '#schemas/api/role-grant.ts'
import { type Services, ServicesContext } from '../../kit/services.ts'
import RoleGrantsPanel from './RoleGrantsPanel.tsx'

const node = (key: string, title: string, more: Partial<PermissionNode> = {}) =>
  ({ key, value: key, title, ruleFlag: 0, form: null, ...more }) as PermissionNode
const TREE = [
  node('m', '展会', {
    children: [
      node('list', '展会列表', {
        form: 'expo',
        children: [node('add', '新增展会'), node('edit', '编辑展会')],
      }),
    ],
  }),
  node('s', '系统管理'),
  node('v', '参观者', { ruleFlag: 1 }),
]
const ok = (result: unknown) => ({ success: true, code: 200, message: '', result, timestamp: 0 })

async function open({ fails = false, holds = ['m', 'list'] } = {}) {
  const posts: [path: string, body: unknown][] = []
  let held = holds
  const http = {
    async get(path: string) {
      if (path.endsWith('queryTreeList')) return ok({ treeList: TREE, ids: [] })
      if (path.endsWith('queryRolePermission')) return ok(held)
      if (path.includes('/formGrants/'))
        return ok({ choices: [{ kind: 'row', key: 'own', title: '本人负责' }], granted: [] })
      if (path.includes('/datarule/'))
        return ok({
          datarule: [
            { id: 'd1', ruleName: '本部门', status: '1' },
            { id: 'd2', ruleName: '贵宾', status: '0' },
          ],
          drChecked: 'd2',
        })
      throw new Error(path)
    },
    async post(path: string, body: { permissionIds?: string }) {
      if (fails) throw new RequestError('没有权限', 403)
      posts.push([path, body])
      if (body.permissionIds) held = body.permissionIds.split(',')
      return ok(null)
    },
  }
  const done = vi.fn()
  const refreshRights = vi.fn()
  const setUnsaved = vi.fn()
  render(
    <App>
      <ServicesContext value={{ http, refreshRights } as unknown as Services}>
        <RoleGrantsPanel
          records={[{ id: 'r1', roleName: '招商员', roleCode: 'sales' }]}
          source={{} as never}
          client={{} as never}
          changed={() => undefined}
          done={done}
          close={() => undefined}
          setUnsaved={setUnsaved}
        />
      </ServicesContext>
    </App>,
  )
  await screen.findByText('展会列表')
  return { posts, done, refreshRights, setUnsaved, user: userEvent.setup() }
}

const tick = (title: string) => {
  const item = screen.getByText(title).closest('.ant-tree-treenode') as HTMLElement
  return within(item).getByRole('checkbox')
}

describe('the grants of a role', () => {
  it('show what the role holds; a button that is ticked is saved with what was shown', async () => {
    const { posts, done, refreshRights, user } = await open()
    screen.getByText('已选 2 项')
    await user.type(screen.getByRole('searchbox', { name: '搜索菜单或按钮' }), '新增')
    await user.click(tick('新增展会'))
    await user.click(screen.getByRole('button', { name: /保\s*存$/ }))
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(posts).toEqual([
      [
        '/sys/permission/saveRolePermission',
        { roleId: 'r1', permissionIds: 'm,list,add', lastpermissionIds: 'm,list' },
      ],
    ])
    expect(refreshRights).toHaveBeenCalled()
  })

  it('a refused save is said and loses nothing that was ticked', async () => {
    const { done, user } = await open({ fails: true })
    await user.click(tick('系统管理'))
    await user.click(screen.getByRole('button', { name: /保\s*存$/ }))
    await screen.findByText('没有权限')
    expect(done).not.toHaveBeenCalled()
    screen.getByText('已选 3 项')
  })

  it('keep a disabled data rule of the role, and say that it is disabled', async () => {
    const { posts, user } = await open({ holds: ['m', 'v'] })
    await user.click(screen.getByText('参观者'))
    const rule = await screen.findByRole('checkbox', { name: '贵宾（已停用）' })
    expect((rule as HTMLInputElement).checked).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: '本部门' }))
    await user.click(screen.getByRole('button', { name: '保存菜单数据规则' }))
    await waitFor(() => expect(posts).toHaveLength(1))
    const [[, body] = []] = posts
    expect(
      String((body as { dataRuleIds: string }).dataRuleIds)
        .split(',')
        .sort(),
    ).toEqual(['d1', 'd2'])
  })

  it('say whose they are, and hold something unsaved from a tick until it is taken back', async () => {
    const { setUnsaved, user } = await open()
    screen.getByText('角色：招商员（sales）')
    expect(setUnsaved).toHaveBeenLastCalledWith(false)
    await user.click(tick('系统管理'))
    expect(setUnsaved).toHaveBeenLastCalledWith(true)
    await user.click(tick('系统管理'))
    expect(setUnsaved).toHaveBeenLastCalledWith(false)
  })

  it('row rules that are ticked and not saved outlive a save of the menus, and are asked about before another menu', async () => {
    const { posts, done, setUnsaved, user } = await open()
    await user.click(screen.getByText('展会列表'))
    await user.click(await screen.findByRole('checkbox', { name: '本人负责' }))
    expect(setUnsaved).toHaveBeenLastCalledWith(true)
    await user.click(tick('系统管理'))
    await user.click(screen.getByRole('button', { name: /^保\s*存$/ }))
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(done).not.toHaveBeenCalled()
    await user.click(screen.getByText('系统管理'))
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    expect((screen.getByRole('checkbox', { name: '本人负责' }) as HTMLInputElement).checked).toBe(true)
    await user.click(screen.getByRole('button', { name: '保存行规则' }))
    await waitFor(() => expect(setUnsaved).toHaveBeenLastCalledWith(false))
    expect(posts).toHaveLength(2)
  })

  it('stay open when the menu on the right was just given, so that its data rights are set next', async () => {
    const { posts, done, user } = await open({ holds: ['m'] })
    const box = tick('展会列表')
    await user.click(screen.getByText('展会列表'))
    await screen.findByText('该角色尚未获得此菜单：请先勾选并保存，再设置数据权限')
    await user.click(box)
    await user.click(screen.getByRole('button', { name: /^保\s*存$/ }))
    await waitFor(() => expect(posts).toHaveLength(1))
    await waitFor(() =>
      expect((screen.getByRole('checkbox', { name: '本人负责' }) as HTMLInputElement).disabled).toBe(false),
    )
    expect(done).not.toHaveBeenCalled()
    expect(screen.queryByText('该角色尚未获得此菜单：请先勾选并保存，再设置数据权限')).toBeNull()
  })

  it('row rules of a menu’s document are granted beside it', async () => {
    const { posts, user } = await open()
    await user.click(screen.getByText('展会列表'))
    await user.click(await screen.findByRole('checkbox', { name: '本人负责' }))
    await user.click(screen.getByRole('button', { name: '保存行规则' }))
    await waitFor(() =>
      expect(posts).toEqual([
        ['/sys/role/formGrants', { roleId: 'r1', form: 'expo', last: [], granted: ['row:own'] }],
      ]),
    )
  })
})
