import { describe, expect, it } from 'vitest'
import { filteredPath, filtersOf } from './route-filters.ts'

describe('filters of a route', () => {
  it.each([
    ['/crm/a/', 1, '', '/a/'],
    ['/crm/a', 2, '', '/'],
    ['/crm/a', 0, '/api/v2/', '/api/v2/crm/a'],
    ['/crm/a', 1, 'api', '/api/a'],
  ])('%s without %d steps and with %s is %s', (path, strip, prefix, expected) => {
    expect(filteredPath(path, { strip, prefix })).toBe(expected)
  })

  it('are read from a list, an object and the pairs of the editor', () => {
    expect(
      filtersOf('[{"name":"StripPrefix","args":["2"]},{"name":"PrefixPath","args":{"prefix":"/x"}}]'),
    ).toEqual({
      strip: 2,
      prefix: '/x',
      limit: null,
      hasBreaker: false,
    })
    const pairs = [
      { key: 'key-resolver', value: '#{@ipKeyResolver}' },
      { key: 'redis-rate-limiter.replenishRate', value: 20 },
      { key: 'redis-rate-limiter.burstCapacity', value: '40' },
    ]
    expect(
      filtersOf(JSON.stringify([{ name: 'RequestRateLimiter', args: pairs }, { name: 'Hystrix' }])),
    ).toEqual({
      strip: 0,
      prefix: '',
      limit: { perSecond: 20, burst: 40, byAddress: true },
      hasBreaker: true,
    })
    expect(filtersOf('[{"name":"RequestRateLimiter","args":{"replenishRate":"many"}}]').limit).toEqual({
      perSecond: 1,
      burst: 1,
      byAddress: false,
    })
    expect(filtersOf('broken')).toMatchObject({ strip: 0, limit: null })
  })
})
