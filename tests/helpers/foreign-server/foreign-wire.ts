import { fakeWire } from '#tests/helpers/wire.ts'
import { createForeignServer } from './foreign-server.ts'

/** The foreign server as an axios adapter: calls reach it without a network. */
export function foreignWire() {
  const server = createForeignServer()
  const { adapter, calls } = fakeWire(({ method, path, params, body, headers }) => {
    const [plain = '', search = ''] = path.split('?')
    const query = {
      ...Object.fromEntries(new URLSearchParams(search)),
      ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
    }
    return server.answer({
      method,
      path: decodeURIComponent(plain),
      query,
      body,
      token: headers['X-Access-Token'] ?? null,
    })
  })
  return { server, adapter, calls }
}
