import { beforeEach, expect, it } from 'vitest'
import { envelope, fakeWire } from '#tests/helpers/wire.ts'
import { readConfig } from '../config.ts'
import { rightsAtom, tokenAtom } from '../session/atoms.ts'
import { wireApp } from '../wire-app.ts'
import { readPageAhead } from './read-page-ahead.ts'

beforeEach(() => localStorage.clear())

it('asks for the page of a low-code app as that app [client-06, route-21]', async () => {
  const { adapter, calls } = fakeWire(({ path }) => ({
    body: path.includes('/document/')
      ? envelope({
          document: { kind: 'form', code: 'a', title: 'A', schema: { type: 'object', properties: {} } },
        })
      : envelope({ records: [], total: 0, size: 10, current: 1, pages: 0 }),
  }))
  const { atoms, services } = wireApp(readConfig(), { reload() {}, probe: async () => true, adapter })
  atoms.set(tokenAtom, 'tok')
  atoms.set(rightsAtom, {
    menu: [
      { path: '/low/:appId', name: 'low-app-x', component: 'x', route: '1', meta: { title: 'A', form: 'a' } },
    ],
    auth: [],
    allAuth: [],
    sysSafeMode: false,
  })
  await readPageAhead(atoms, services, { pathname: '/low/app7', search: '' }).catch(() => {})
  expect(calls[0]?.path).toContain('/online/document/a')
  expect(calls[0]?.headers['X-Low-App-ID']).toBe('app7')
})
