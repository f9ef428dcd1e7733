import { describe, expect, it } from 'vitest'
import { createGateway } from './gateway.ts'

const START = Date.parse('2026-05-01T12:00:00Z')

function gatewayWith(filter: unknown) {
  const route = {
    id: '1',
    uri: 'http://other.example/base/',
    predicates: JSON.stringify([{ name: 'Path', args: ['/crm/**'] }]),
    filters: JSON.stringify([filter]),
  }
  const gateway = createGateway(async () => [route])
  /** One call `afterMs` after the first; answers its target, or the refusal's code. */
  return async (afterMs: number, userId = 'a', address = '10.0.0.1') =>
    gateway
      .target({
        method: 'GET',
        path: '/crm/x',
        query: {},
        host: '',
        headers: {},
        address,
        userId,
        at: new Date(START + afterMs),
      })
      .catch((error: { refusal: string }) => error.refusal)
}

const refusalOf = (target: unknown) => (typeof target === 'string' ? target : null)

describe('the gateway', () => {
  it('lets a user make as many calls as are saved up, then as many as come back in a second', async () => {
    const call = gatewayWith({ name: 'RequestRateLimiter', args: { replenishRate: 2, burstCapacity: 3 } })
    const refusals: (string | null)[] = []
    for (const ms of [0, 0, 0, 0, 499, 500, 500]) refusals.push(refusalOf(await call(ms)))
    expect(refusals).toEqual([
      null,
      null,
      null,
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REQUESTS',
      null,
      'TOO_MANY_REQUESTS',
    ])
    expect(refusalOf(await call(500, 'b'))).toBeNull()
  })

  it('counts by address where the route says so', async () => {
    const args = { replenishRate: 1, burstCapacity: 1, 'key-resolver': '#{@ipKeyResolver}' }
    const call = gatewayWith({ name: 'RequestRateLimiter', args })
    expect(refusalOf(await call(0))).toBeNull()
    expect(refusalOf(await call(0, 'b'))).toBe('TOO_MANY_REQUESTS')
    expect(refusalOf(await call(0, 'b', '10.0.0.2'))).toBeNull()
  })

  it('leaves a system alone after five failures in a row, and has one call try it ten seconds later', async () => {
    const call = gatewayWith({ name: 'CircuitBreaker', args: [] })
    const end = async (ms: number, well: boolean) => {
      const target = await call(ms)
      if (typeof target === 'string') return target
      target.ended(well)
      return target.url
    }
    const url = 'http://other.example/base/crm/x'
    for (let count = 0; count < 4; count++) expect(await end(0, false)).toBe(url)
    expect(await end(0, true)).toBe(url)
    for (let count = 0; count < 5; count++) expect(await end(0, false)).toBe(url)
    expect(await end(9_999, true)).toBe('EXTERNAL_RESTS')
    const trying = await call(10_000)
    expect(typeof trying).toBe('object')
    expect(await end(10_001, true)).toBe('EXTERNAL_RESTS')
    if (typeof trying === 'object') trying.ended(true)
    expect(await end(10_002, true)).toBe(url)
  })
})
