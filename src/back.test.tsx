import { readFileSync } from 'node:fs'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LIST_ACTIONS } from '#schemas/page/form-words.ts'
import { envelope, fakeWire, refusal } from '#tests/helpers/wire.ts'
import { App } from './app.tsx'
import { readConfig } from './config.ts'
import { wireApp } from './wire-app.ts'

const user = { id: '1', username: '8001', realname: '张三' }
const entry = (path: string, title: string, form: string) => ({
  path,
  name: path.slice(1),
  component: 'x',
  route: '1',
  meta: { title, keepAlive: true, form },
})
const menu = [entry('/expo/ExpoList', '展会列表', 'expo'), entry('/expo/QrList', '二维码列表', 'expo_qrcode')]
const definition = (code: string) =>
  envelope({
    kind: 'form',
    document: JSON.parse(readFileSync(`schemas/pages/expo/${code}.form.json`, 'utf8')),
    subDocuments: {},
    version: '1',
    source: 'file',
    problems: [],
    outdated: false,
    synced: true,
    access: { actions: [...LIST_ACTIONS], readonly: [] },
    dicts: {},
  })

async function start() {
  const { adapter, calls } = fakeWire(({ path }) => {
    if (path.endsWith('/getUserPermissionByToken'))
      return { body: envelope({ menu, auth: [], allAuth: [], sysSafeMode: false }) }
    for (const code of ['expo_qrcode', 'expo'])
      if (path.endsWith(`/online/document/${code}`)) return { body: definition(code) }
    if (path.includes('/getData/'))
      return {
        body: envelope({ records: [{ id: '1', name: '甲' }], total: 1, size: 10, current: 1, pages: 1 }),
      }
    return { body: refusal('暂无数据') }
  })
  window.history.replaceState(null, '', '/expo/ExpoList')
  const keep = (name: string, value: unknown) =>
    localStorage.setItem(`pro__${name}`, JSON.stringify({ value, expire: Date.now() + 1e6 }))
  keep('Access-Token', 'tok')
  keep('Login_Userinfo', user)
  render(<App {...wireApp(readConfig(), { reload: vi.fn(), probe: async () => true, adapter })} />)
  await screen.findByText('甲')
  await waitFor(filter)
  const lists = () => calls.filter(({ path }) => path.includes('/getData/expo')).length
  return { typing: userEvent.setup(), lists }
}

const address = () => decodeURIComponent(window.location.pathname + window.location.search)
let pops = 0
// Before the app's own, which may keep the event from others.
window.addEventListener('popstate', () => void pops++, true)
/** The browser's Back or Forward, up to the moment at which the app has heard of it. */
async function step(by: -1 | 1) {
  const before = pops
  act(() => window.history.go(by))
  await waitFor(() => expect(pops).toBeGreaterThan(before))
}
/** The filter of the tab that is shown. */
const filter = () =>
  within(screen.getAllByRole('form', { name: '查询条件' }).at(-1) as HTMLElement).getByRole('textbox', {
    name: '展会名称',
  }) as HTMLInputElement

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  window.scrollTo = () => {}
})

describe('Back', () => {
  it('undoes a query, Forward asks it again, and turning pages makes no step', async () => {
    const { typing, lists } = await start()
    const steps = window.history.length
    await typing.type(filter(), '工业{Enter}')
    await waitFor(() => expect(address()).toBe('/expo/ExpoList?q_name=工业'))
    await waitFor(() => expect(lists()).toBe(2))
    expect(window.history.length).toBe(steps + 1)
    await step(-1)
    expect(address()).toBe('/expo/ExpoList')
    await waitFor(() => expect(filter().value).toBe(''))
    await waitFor(() => expect(lists()).toBe(3))
    await step(1)
    await waitFor(() => expect(filter().value).toBe('工业'))
    await waitFor(() => expect(lists()).toBe(4))
    await typing.click(screen.getByRole('columnheader', { name: '展会名称' }))
    await waitFor(() => expect(address()).toContain('sort=name=asc'))
    expect(window.history.length).toBe(steps + 1)
    await step(-1)
    await waitFor(() => expect(address()).toBe('/expo/ExpoList'))
    await waitFor(() => expect(lists()).toBe(6))
  })

  it('closes a clean dialog, and the page stays', async () => {
    const { typing } = await start()
    await typing.click(screen.getByRole('link', { name: '二维码列表' }))
    await waitFor(() => expect(address()).toBe('/expo/QrList'))
    await waitFor(() => expect(screen.getAllByText('甲')).toHaveLength(2))
    await typing.click(screen.getAllByRole('button', { name: /新增$/ }).at(-1) as HTMLElement)
    await within(await screen.findByRole('dialog')).findByLabelText('链接地址')
    await step(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(address()).toBe('/expo/QrList'))
    await step(-1)
    await waitFor(() => expect(address()).toBe('/expo/ExpoList'))
  })

  it('closes a dialog of the page that was opened first, and leaves the app only then', async () => {
    const { typing } = await start()
    expect(window.history.state.idx).toBe(0)
    await typing.click(screen.getByRole('button', { name: /新增$/ }))
    await within(await screen.findByRole('dialog')).findByLabelText('展会名称')
    await waitFor(() => expect(window.history.state.idx).toBe(1))
    await step(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(window.history.state.idx).toBe(1))
    expect(address()).toBe('/expo/ExpoList')
    await typing.click(screen.getByRole('button', { name: /新增$/ }))
    await within(await screen.findByRole('dialog')).findByLabelText('展会名称')
    expect(window.history.state.idx).toBe(1)
    await step(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await step(-1)
    expect(window.history.state.idx).toBe(0)
    expect(address()).toBe('/expo/ExpoList')
  })

  it('asks before it closes a form that was changed', async () => {
    const { typing } = await start()
    await typing.click(screen.getByRole('link', { name: '二维码列表' }))
    await waitFor(() => expect(screen.getAllByText('甲')).toHaveLength(2))
    await typing.click(screen.getAllByRole('button', { name: /新增$/ }).at(-1) as HTMLElement)
    const link = await within(await screen.findByRole('dialog')).findByLabelText<HTMLInputElement>('链接地址')
    await typing.type(link, 'https://a')
    await step(-1)
    await screen.findByRole('button', { name: '放弃修改' })
    expect(link.value).toBe('https://a')
    await waitFor(() => expect(address()).toBe('/expo/QrList'))
    await typing.click(await screen.findByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(link.isConnected).toBe(false))
    expect(address()).toBe('/expo/QrList')
  })
})
