import type { Kysely } from 'kysely'
import type { SysGatewayRoute, Tables } from '../../database/tables.ts'
import { AppError, badRequest } from '../../errors.ts'
import { isRouteFor, type RoutedRequest } from './match-route.ts'
import { filteredPath, filtersOf, type RateLimit } from './route-filters.ts'

/** Failures of a system, one after the other, after which it is left alone. */
const FAILURES = 5
/** ms for which it is left alone; then one call tries it. */
const REST_MS = 10_000
/** Callers of limited routes that are remembered; the one that is longest away is forgotten first. */
const MAX_CALLERS = 10_000
const SECOND_MS = 1000

export interface GatewayRequest extends RoutedRequest {
  userId: string
}

/** Where a call goes. */
export interface GatewayTarget {
  /** Complete address without the query. */
  url: string
  /** Told how the call went, for the circuit breaker. */
  ended(well: boolean): void
}

/** Finds the route of a path. The limits are counted in this process. */
export interface Gateway {
  /** Refuses (400) a path without a route, (429) a caller over the limit, and (503) a system that is left alone. */
  target(request: GatewayRequest): Promise<GatewayTarget>
}

/** What the gateway reads of a stored route. */
export type StoredRoute = Pick<SysGatewayRoute, 'id' | 'uri' | 'predicates' | 'filters'>

/** The enabled routes as they are stored, in the order of their codes. */
export function enabledRoutes(read: Kysely<Tables>): Promise<StoredRoute[]> {
  return read
    .selectFrom('sys_gateway_route')
    .select(['id', 'uri', 'predicates', 'filters'])
    .where('status', '=', 1)
    .orderBy('router_id')
    .execute()
}

/** Of the routes that `routes` answers, the first that fits is taken. */
export function createGateway(routes: () => Promise<readonly StoredRoute[]>): Gateway {
  const tokens = new Map<string, { left: number; at: number }>()
  const breakers = new Map<string, { failures: number; restsUntil: number }>()

  function take(key: string, { perSecond, burst }: RateLimit, now: number): boolean {
    const before = tokens.get(key) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + ((now - before.at) / SECOND_MS) * perSecond)
    tokens.delete(key)
    tokens.set(key, { left: left < 1 ? left : left - 1, at: now })
    const [oldest] = tokens.keys()
    if (tokens.size > MAX_CALLERS && oldest !== undefined) tokens.delete(oldest)
    return left >= 1
  }

  return {
    async target(request) {
      const found = (await routes()).find(({ predicates }) => isRouteFor(predicates, request))
      if (!found) throw badRequest('没有匹配该地址的网关路由')
      if (!/^https?:/.test(found.uri)) throw badRequest('网关路由的地址为服务名，本系统不能解析')
      const filters = filtersOf(found.filters)
      const now = request.at.getTime()
      const caller = filters.limit?.byAddress ? request.address : request.userId
      if (filters.limit && !take(`${found.id} ${caller}`, filters.limit, now))
        throw new AppError('TOO_MANY_REQUESTS')
      const state = breakers.get(found.id) ?? { failures: 0, restsUntil: 0 }
      if (filters.hasBreaker) {
        if (now < state.restsUntil) throw new AppError('EXTERNAL_RESTS')
        // While one call tries the system, the others wait on.
        if (state.failures >= FAILURES) breakers.set(found.id, { ...state, restsUntil: now + REST_MS })
      }
      return {
        url: found.uri.replace(/\/+$/, '') + filteredPath(request.path, filters),
        ended(well) {
          if (well) breakers.delete(found.id)
          else {
            const failures = (breakers.get(found.id)?.failures ?? 0) + 1
            breakers.set(found.id, { failures, restsUntil: failures >= FAILURES ? now + REST_MS : 0 })
          }
        },
      }
    },
  }
}
