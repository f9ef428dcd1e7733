import { expect, it } from 'vitest'
import { envelope, fakeWire } from '#tests/helpers/wire.ts'
import { externalCalls } from './external-call.ts'
import { createHttp } from './http.ts'

it('passes calls of other systems through the server, the target encoded in the query [call-03]', async () => {
  const { adapter, calls } = fakeWire(() => ({ body: envelope({ ok: 1 }) }))
  const external = externalCalls(
    createHttp(
      { baseUrl: '/jeecg-boot', adapter },
      {
        token: () => 't',
        tenantId: () => null,
        lowAppId: () => null,
        language: () => null,
        inWorkChat: () => false,
        announce() {},
      },
    ),
  )
  const target = 'https://api.example.com/展会?city=上海&n=1#x'
  await external.get(target, { pageNo: 1 })
  await external.post(target, { a: 1 })
  await external.put(target, { a: 2 })
  await external.send('PATCH', target, { a: 3 })
  for (const { path } of calls) {
    const { pathname, searchParams } = new URL(path, 'http://here')
    expect(pathname).toBe('/jeecg-boot/sys/common/transitRESTful')
    expect([...searchParams]).toEqual([['url', target]])
  }
  expect(calls.map(({ method }) => method.toUpperCase())).toEqual(['GET', 'POST', 'PUT', 'PATCH'])
  expect(calls[0]?.params).toMatchObject({ pageNo: 1 })
})
