import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { Provider } from 'jotai'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { GUIDE_STEPS } from '#schemas/api/guide.ts'
import { envelope, fakeWire, refusal } from '#tests/helpers/wire.ts'
import { readConfig } from '../config.ts'
import { ServicesContext } from '../kit/services.ts'
import { buildMenuModel } from '../menu/menu-model.ts'
import { wireApp } from '../wire-app.ts'
import { GUIDE_PATHS, hasGuide } from './guide-paths.ts'
import { UserMenu } from './UserMenu.tsx'

const menuOf = (paths: readonly string[]) =>
  buildMenuModel(
    [...new Set(paths)].map((path) => ({
      path,
      name: path.slice(1).replaceAll('/', '-'),
      component: 'x',
      route: '1',
      meta: { title: path, keepAlive: true, form: path },
    })),
    new Set(),
  )
const ALL = Object.values(GUIDE_PATHS)

function Address() {
  return <output>{useLocation().pathname}</output>
}

/** The user's part of the header, over a server that knows which steps are done and whether the guide is put away. */
function start({ paths = ALL, done = [] as readonly string[], fails = false } = {}) {
  let due = true
  const { adapter, calls } = fakeWire(({ path }) => {
    if (path.endsWith('/putAway')) due = false
    if (path.endsWith('/sys/guide') && fails) return { status: 500, body: refusal('读取失败') }
    const steps = GUIDE_STEPS.map((code) => ({ code, done: done.includes(code) }))
    return { body: envelope(path.endsWith('/sys/guide') ? { due, steps } : null) }
  })
  const { atoms, services } = wireApp(readConfig(), { reload() {}, probe: async () => true, adapter })
  render(
    <Provider store={atoms}>
      <ServicesContext value={services}>
        <MemoryRouter>
          <App>
            <UserMenu model={menuOf(paths)} device="desktop" />
            <Address />
          </App>
        </MemoryRouter>
      </ServicesContext>
    </Provider>,
  )
  return { http: services.http, asked: () => calls.filter(({ path }) => path.endsWith('/sys/guide')).length }
}
const hint = (words: string | RegExp) => screen.findByRole('button', { name: words }, { timeout: 10_000 })
const drawer = () => screen.findByRole('dialog', { name: '使用向导' })

it('offers itself in the header, says where each step stands, and opens its screen', async () => {
  start({ done: ['look'] })
  const before = document.activeElement
  const offer = await hint(/使用向导 1\/6/)
  // It takes neither the focus nor the page.
  expect(document.activeElement).toBe(before)
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(offer)
  const guide = await drawer()
  await within(guide).findByText('名称与外观')
  const items = [...guide.querySelectorAll('.ant-steps-item')]
  expect(items.map((item) => item.className.match(/item-(finish|process|wait)/)?.[1])).toEqual([
    'finish',
    'process',
    'wait',
    'wait',
    'wait',
    'wait',
  ])
  fireEvent.click(within(guide).getByRole('button', { name: '打开部门管理' }))
  expect(screen.getByRole('status').textContent).toBe('/isystem/depart')
})

it('counts a step that is completed on the open page', async () => {
  const done = ['look']
  const { http } = start({ done })
  await hint(/使用向导 1\/6/)
  done.push('depart')
  await act(() => http.post('/sys/sysDepart/add', { departName: '招展部' }))
  await hint(/使用向导 2\/6/)
})

it('is put away for good by 不再显示', async () => {
  start()
  fireEvent.click(await hint(/使用向导 0\/6/))
  fireEvent.click(await within(await drawer()).findByRole('button', { name: '不再显示' }))
  await screen.findByText('使用向导不再自动显示，可从用户菜单再次打开')
})

it('names only the steps whose screens are in the menu', async () => {
  start({ paths: ['/isystem/depart', '/isystem/user'] })
  fireEvent.click(await hint(/使用向导/))
  const guide = await drawer()
  await within(guide).findByText('部门')
  expect(
    [...guide.querySelectorAll('.ant-steps-item-title')].map((title) => title.firstChild?.textContent),
  ).toEqual(['部门', '用户'])
})

it('is neither asked for nor offered where no screen of it is in the menu', async () => {
  expect(hasGuide(menuOf(['/expo/ExpoList']))).toBe(false)
  const { asked } = start({ paths: ['/expo/ExpoList'] })
  fireEvent.click(document.querySelector('.user-button') as HTMLElement)
  await screen.findByRole('menuitem', { name: /个人设置/ })
  expect(screen.queryByRole('menuitem', { name: /使用向导/ })).toBeNull()
  expect(asked()).toBe(0)
})

it('opens from the user menu, and says when it cannot be read', async () => {
  const { asked } = start({ fails: true })
  fireEvent.click(document.querySelector('.user-button') as HTMLElement)
  fireEvent.click(await screen.findByRole('menuitem', { name: /使用向导/ }))
  await within(await drawer()).findByText('读取失败')
  await waitFor(() => expect(asked()).toBeGreaterThan(0))
  expect(screen.queryByRole('button', { name: /使用向导 \d/ })).toBeNull()
})
