import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { GrantTree } from './GrantTree.tsx'
import { type GrantNode, parentsOf } from './ticked-tree.ts'

const TREE: GrantNode[] = [
  {
    key: 'm',
    title: '展会',
    children: [
      { key: 'list', title: '列表' },
      { key: 'plan', title: '计划' },
    ],
  },
  { key: 's', title: '系统', children: [{ key: 'user', title: '用户管理' }] },
]
const model = parentsOf(TREE)

function Bench({ start }: { start: readonly string[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(start))
  return (
    <>
      <GrantTree model={model} treeList={TREE} ticked={ticked} onTick={setTicked} />
      <output>{[...ticked].sort().join(',')}</output>
    </>
  )
}

it('everything at once is everything that a search shows', async () => {
  const user = userEvent.setup()
  render(<Bench start={['s', 'm', 'list']} />)
  const all = screen.getByRole('checkbox', { name: '全选' }) as HTMLInputElement
  const ticked = () => screen.getByRole('status').textContent
  const search = screen.getByRole('searchbox', { name: '搜索菜单或按钮' })
  await user.type(search, '计划')
  await user.click(all)
  expect(ticked()).toBe('list,m,plan,s')
  expect(all.checked).toBe(true)
  // The menu above the list stays with it.
  await user.click(all)
  expect(ticked()).toBe('list,m,s')
  await user.clear(search)
  await user.click(all)
  expect(ticked()).toBe('list,m,plan,s,user')
  await user.click(all)
  expect(ticked()).toBe('')
})
