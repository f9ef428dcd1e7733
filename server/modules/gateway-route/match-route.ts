import { BlockList, isIP } from 'node:net'
import { linearPattern } from '../../linear-pattern.ts'
import { partsOf } from './route-parts.ts'

/** What the predicates of a route look at: the call as the page made it, and the path that is asked for. */
export interface RoutedRequest {
  method: string
  /** Begins with a slash and has no query. */
  path: string
  query: Readonly<Record<string, unknown>>
  host: string
  headers: Readonly<Record<string, unknown>>
  /** IP address of the caller. */
  address: string
  at: Date
}

interface Predicate {
  name: string
  args: unknown
}

/** True when the request meets every predicate. A route without any is for no request: it would take all of them. */
export function isRouteFor(predicates: unknown, request: RoutedRequest): boolean {
  const parts = partsOf(predicates) as Predicate[]
  return parts.length > 0 && parts.every((part) => KINDS[part.name]?.(part.args, request) ?? false)
}

const KINDS: Readonly<Record<string, (args: unknown, request: RoutedRequest) => boolean>> = {
  Path: (args, { path }) => texts(args).some((pattern) => matchesPath(pattern, path)),
  Host: (args, { host }) => texts(args).some((pattern) => matchesHost(pattern, host)),
  Method: (args, { method }) => texts(args).some((name) => name.toUpperCase() === method),
  After: (args, { at }) => at.getTime() > timeOf(texts(args)[0]),
  Before: (args, { at }) => at.getTime() < timeOf(texts(args)[0]),
  Between: (args, { at }) => {
    const [from, to] = texts(args)
    return at.getTime() > timeOf(from) && at.getTime() < timeOf(to)
  },
  RemoteAddr: (args, { address }) => isAmong(texts(args), address),
  Header: (args, { headers }) => isNamed(args, 'header', (name) => headers[name.toLowerCase()]),
  Query: (args, { query }) => isNamed(args, 'param', (name) => query[name]),
  Cookie: (args, { headers }) =>
    isNamed(args, 'name', (name) => cookieOf(String(headers.cookie ?? ''), name)),
}

/** `/a/**` is /a and all below it, `*` and `{name}` are one step, `?` is one letter. */
export function matchesPath(pattern: string, path: string): boolean {
  return matches(
    `^${escaped(pattern.replace(/\/\*\*$/, '')).replace(/\\\{[^/{}]*\\\}/g, '[^/]+')}${/\/\*\*$/.test(pattern) ? '(?:/.*)?' : ''}$`,
    path,
  )
}

/** As a path, by the parts of a name: `**.example.com` is every name below example.com. */
function matchesHost(pattern: string, host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return matches(`^${escaped(pattern.toLowerCase(), '.')}$`, name)
}

function escaped(pattern: string, between = '/'): string {
  const one = between === '.' ? '[^.]' : '[^/]'
  return pattern
    .replace(/[.+^$()|[\]\\{}]/g, '\\$&')
    .replace(/\*\*|\*|\?/g, (sign) => (sign === '**' ? '.*' : sign === '*' ? `${one}*` : one))
}

/** A pattern that nothing understands fits nothing. */
function matches(pattern: string, text: string): boolean {
  try {
    return linearPattern(pattern)(text)
  } catch {
    return false
  }
}

/** `args` names what is looked at under `key`, and its pattern under `regexp`; without a pattern it has to be there. */
function isNamed(args: unknown, key: string, read: (name: string) => unknown): boolean {
  const { [key]: name, regexp } = args as Record<string, unknown>
  const value = read(String(name ?? ''))
  if (value === undefined) return false
  return regexp === undefined || regexp === '' || matches(`^(?:${String(regexp)})$`, String(value))
}

/** Networks such as 10.0.0.0/8, and single addresses. */
function isAmong(networks: readonly string[], address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return networks.some((network) => {
    const [base = '', bits] = network.split('/')
    if (isIP(base) === 0) return false
    const list = new BlockList()
    const kind = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    const length = bits === undefined ? (kind === 'ipv6' ? 128 : 32) : Number(bits)
    try {
      list.addSubnet(base, length, kind)
      return list.check(address, family)
    } catch {
      return false
    }
  })
}

/** Time in ms; NaN, which is before and after nothing, where there is none. A zone's name in brackets follows its offset. */
function timeOf(text: string | undefined): number {
  return Date.parse(String(text ?? '').replace(/\[[^\]]*\]$/, ''))
}

function cookieOf(cookies: string, name: string): string | undefined {
  for (const cookie of cookies.split(';')) {
    const at = cookie.indexOf('=')
    if (at > 0 && cookie.slice(0, at).trim() === name) return cookie.slice(at + 1).trim()
  }
  return undefined
}

function texts(args: unknown): string[] {
  return Array.isArray(args) ? args.map(String) : []
}
