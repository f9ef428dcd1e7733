import { act, renderHook } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { envelope, fakeWire } from '#tests/helpers/wire.ts'
import { readConfig } from '../config.ts'
import { ServicesContext } from '../kit/services.ts'
import { rightsAtom, userInfoAtom } from '../session/atoms.ts'
import { wireApp } from '../wire-app.ts'
import { useRendererServices } from './renderer-services.ts'

const on = (action: string) => ({ action, type: '1', status: '1' })
const own = (action: string) => ({ action, type: '1' })

it('hands what the rights take away to all that is drawn from documents, as soon as they change [perm-12]', () => {
  const { adapter } = fakeWire(() => ({ body: envelope(null) }))
  const { atoms, services } = wireApp(readConfig(), { reload() {}, probe: async () => true, adapter })
  atoms.set(userInfoAtom, { id: '1', username: 'zs', realname: '张三' })
  const { result } = renderHook(useRendererServices, {
    wrapper: ({ children }) => (
      <Provider store={atoms}>
        <ServicesContext value={services}>
          <MemoryRouter>{children}</MemoryRouter>
        </ServicesContext>
      </Provider>
    ),
  })
  expect(result.current.takenFrom?.('expo')).toEqual([])
  const { user, client } = result.current
  const rights = { menu: [], sysSafeMode: false, allAuth: [on('online:expo:phone'), on('online:expo:add')] }
  act(() => atoms.set(rightsAtom, { ...rights, auth: [own('online:expo:add')] }))
  expect(result.current.takenFrom?.('expo')).toEqual(['phone'])
  expect(result.current.takenFrom?.('other')).toEqual([])
  act(() => atoms.set(rightsAtom, { ...rights, auth: [own('online:expo:phone')] }))
  expect(result.current.takenFrom?.('expo')).toEqual(['add'])
  // An open form must not begin anew for that.
  expect(result.current.user).toBe(user)
  expect(result.current.client).toBe(client)
})
