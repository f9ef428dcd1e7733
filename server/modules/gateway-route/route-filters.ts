import { partsOf } from './route-parts.ts'

/** Tokens that come back in a second, and the most that can be saved up. */
export interface RateLimit {
  perSecond: number
  burst: number
  /** Whether each address has tokens of its own; else each user has. */
  byAddress: boolean
}

/** What the filters of a route do. Kinds that are not known here are kept with the route and do nothing. */
export interface RouteFilters {
  /** Steps that the path loses at its beginning. */
  strip: number
  /** What the path begins with then. */
  prefix: string
  limit: RateLimit | null
  /** True when a system that fails again and again is left alone for a while. */
  hasBreaker: boolean
}

/** Reads the stored text. Arguments are a list of values, an object, or the list of `{ key, value }` of the gateway's own editor. */
export function filtersOf(text: unknown): RouteFilters {
  const filters: RouteFilters = { strip: 0, prefix: '', limit: null, hasBreaker: false }
  for (const part of partsOf(text)) {
    const { name, args } = part as { name?: unknown; args?: unknown }
    const named = namedOf(args)
    if (name === 'StripPrefix') filters.strip = numberOf(named.get('0') ?? named.get('parts'), 1)
    else if (name === 'PrefixPath') filters.prefix = String(named.get('0') ?? named.get('prefix') ?? '')
    else if (name === 'RequestRateLimiter') filters.limit = limitOf(named)
    else if (name === 'CircuitBreaker' || name === 'Hystrix') filters.hasBreaker = true
  }
  return filters
}

/** The path that the other system is asked for. */
export function filteredPath(
  path: string,
  { strip, prefix }: Pick<RouteFilters, 'strip' | 'prefix'>,
): string {
  const kept = path.split('/').filter(Boolean).slice(strip)
  const before = prefix.split('/').filter(Boolean)
  const end = path.endsWith('/') && kept.length > 0 ? '/' : ''
  return `/${[...before, ...kept].join('/')}${end}`
}

function limitOf(named: ReadonlyMap<string, unknown>): RateLimit {
  const of = (name: string) => named.get(name) ?? named.get(`redis-rate-limiter.${name}`)
  const perSecond = numberOf(of('replenishRate'), 1)
  return {
    perSecond,
    burst: Math.max(1, numberOf(of('burstCapacity'), perSecond)),
    byAddress: /ip|addr/i.test(String(of('key-resolver') ?? '')),
  }
}

function namedOf(args: unknown): ReadonlyMap<string, unknown> {
  if (Array.isArray(args))
    return new Map(
      args.map((one, at) =>
        typeof one === 'object' && one !== null && 'key' in one
          ? [String(one.key), (one as { value?: unknown }).value]
          : [String(at), one],
      ),
    )
  return new Map(Object.entries((args ?? {}) as Record<string, unknown>))
}

function numberOf(value: unknown, otherwise: number): number {
  const number = Number(value)
  return value !== undefined && value !== '' && Number.isFinite(number) && number >= 0 ? number : otherwise
}
