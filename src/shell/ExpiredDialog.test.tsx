import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App as AntApp, ConfigProvider } from 'antd'
import { Provider } from 'jotai'
import { beforeEach, expect, it } from 'vitest'
import { envelope, fakeWire, refusal } from '#tests/helpers/wire.ts'
import { readConfig } from '../config.ts'
import { sessionExpiredAtom } from '../kit/announcements.ts'
import { ServicesContext } from '../kit/services.ts'
import { tenantIdAtom, tokenAtom, userInfoAtom } from '../session/atoms.ts'
import { wireApp } from '../wire-app.ts'
import { ExpiredDialog } from './ExpiredDialog.tsx'

const user = { id: '1', username: 'zs', realname: '张三' }

beforeEach(() => localStorage.clear())

/** Wrong until a slider comes along; each refusal asks for another one. */
function start(tenantList: object[] = []) {
  let challenges = 0
  const { adapter, calls } = fakeWire(({ body, path }) =>
    (body as { slider?: unknown }).slider || path.endsWith('/selectTenant')
      ? { body: envelope({ token: 'again', userInfo: user, tenantList }, '200') }
      : {
          status: 429,
          body: { ...refusal('请完成滑块验证', 429), result: { challenge: `c-${++challenges}` } },
        },
  )
  const { atoms, services } = wireApp(readConfig(), { reload() {}, probe: async () => true, adapter })
  atoms.set(tokenAtom, 'old')
  atoms.set(userInfoAtom, user)
  atoms.set(sessionExpiredAtom, true)
  render(
    <Provider store={atoms}>
      <ServicesContext value={services}>
        <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
          <AntApp>
            <ExpiredDialog />
          </AntApp>
        </ConfigProvider>
      </ServicesContext>
    </Provider>,
  )
  const sliders = () =>
    calls.map(({ body }) => (body as { slider?: { challenge: string } }).slider?.challenge)
  return { atoms, calls, sliders }
}

async function slide() {
  const handle = await screen.findByRole('slider')
  handle.focus()
  await userEvent.keyboard('{End}{Enter}')
}
const password = () => screen.getByPlaceholderText<HTMLInputElement>('请输入密码')

it('offers the slider when the server asks for it, and signs in with its proof on top of the page', async () => {
  const { atoms, calls, sliders } = start()
  await userEvent.type(password(), 'secret')
  expect(screen.queryByRole('slider')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '登录并继续' }))
  expect(await screen.findByText('请完成滑块验证')).toBeTruthy()
  expect(password().value).toBe('secret')
  await slide()
  await waitFor(() => expect(atoms.get(tokenAtom)).toBe('again'))
  expect(atoms.get(sessionExpiredAtom)).toBe(false)
  expect(sliders()).toEqual([undefined, 'c-1'])
  expect(calls[1]?.body).toMatchObject({ username: 'zs', password: 'secret' })
})

it('keeps the proof until the password is typed', async () => {
  const { atoms, sliders } = start()
  await userEvent.type(password(), 'secret{Enter}')
  await screen.findByRole('slider')
  await userEvent.clear(password())
  await slide()
  expect(await screen.findByText('请输入密码!')).toBeTruthy()
  expect(sliders()).toEqual([undefined])
  await userEvent.type(password(), 'right{Enter}')
  await waitFor(() => expect(atoms.get(tokenAtom)).toBe('again'))
  expect(sliders()).toEqual([undefined, 'c-1'])
})

it('goes on in the tenant that was worked in', async () => {
  const { atoms, calls } = start([
    { id: 1, name: '甲', status: 1 },
    { id: 2, name: '乙', status: 1 },
  ])
  atoms.set(tenantIdAtom, '2')
  await userEvent.type(password(), 'secret{Enter}')
  await slide()
  await waitFor(() => expect(atoms.get(sessionExpiredAtom)).toBe(false))
  expect(calls.at(-1)).toMatchObject({
    path: expect.stringContaining('/sys/selectTenant'),
    body: { tenantId: 2 },
    headers: { 'X-Access-Token': 'again', 'tenant-id': '2' },
  })
  expect(atoms.get(tenantIdAtom)).toBe('2')
})
