import { describe, expect, it } from 'vitest'
import { isRouteFor, type RoutedRequest } from './match-route.ts'

const REQUEST: RoutedRequest = {
  method: 'GET',
  path: '/crm/orders/7',
  query: { page: '2' },
  host: 'office.example.com:8080',
  headers: { 'x-kind': 'A17', cookie: 'a=1; shop=north' },
  address: '10.1.2.3',
  at: new Date('2026-05-01T12:00:00Z'),
}
const fits = (name: string, args: unknown, more: Partial<RoutedRequest> = {}) =>
  isRouteFor(JSON.stringify([{ name, args }]), { ...REQUEST, ...more })

describe('predicates of a route', () => {
  it.each([
    ['/crm/**', '/crm', true],
    ['/crm/**', '/crm/a/b', true],
    ['/crm/**', '/crmx', false],
    ['/crm/*', '/crm/a', true],
    ['/crm/*', '/crm/a/b', false],
    ['/crm/{id}/x', '/crm/7/x', true],
    ['/crm/{id}/x', '/crm/7/8/x', false],
    ['/**/x', '/a/b/x', true],
    ['/a?', '/ab', true],
    ['/a.b', '/aXb', false],
    ['/a|/b', '/b', false],
  ])('path %s takes %s: %s', (pattern, path, expected) => {
    expect(fits('Path', ['/none', pattern], { path })).toBe(expected)
  })

  it.each([
    ['Host', ['**.example.com'], true],
    ['Host', ['*.com'], false],
    ['Method', ['POST', 'get'], true],
    ['Method', ['POST'], false],
    ['After', ['2026-05-01T10:00:00+08:00[Asia/Shanghai]'], true],
    ['After', ['not a time'], false],
    ['Before', ['2026-05-01T10:00:00+08:00'], false],
    ['Between', ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'], true],
    ['Between', ['2026-06-01T00:00:00Z', '2027-01-01T00:00:00Z'], false],
    ['RemoteAddr', ['192.168.0.0/16', '10.0.0.0/8'], true],
    ['RemoteAddr', ['10.1.2.4', 'x', '10.0.0.0/99'], false],
    ['Header', { header: 'X-Kind', regexp: 'A\\d+' }, true],
    ['Header', { header: 'X-Kind', regexp: 'A' }, false],
    ['Header', { header: 'X-Other' }, false],
    ['Query', { param: 'page' }, true],
    ['Query', { param: 'page', regexp: '(' }, false],
    ['Cookie', { name: 'shop', regexp: 'north|south' }, true],
    ['Cookie', { name: 'hop' }, false],
  ])('%s with %j: %s', (name, args, expected) => {
    expect(fits(name, args)).toBe(expected)
  })

  it('are met all together, and none is for no request', () => {
    const path = { name: 'Path', args: ['/crm/**'] }
    expect(isRouteFor(JSON.stringify([path, { name: 'Method', args: ['POST'] }]), REQUEST)).toBe(false)
    expect(isRouteFor(JSON.stringify([path, { name: 'Weight', args: ['a', '1'] }]), REQUEST)).toBe(false)
    expect(isRouteFor('[]', REQUEST)).toBe(false)
    expect(isRouteFor(null, REQUEST)).toBe(false)
  })
})
