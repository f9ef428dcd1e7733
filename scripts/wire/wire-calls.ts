import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Access, DeclaredRoute } from '../../server/http/access.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const API_BASE = '/jeecg-boot'

/** A call as the list of the client's calls has it: `GET /sys/user/list`, parameters of the path in braces. */
export type CallName = string

/** The calls of the origin's 3.x client, by the part of it that asks. */
export function clientCalls(): Readonly<Record<string, readonly CallName[]>> {
  return JSON.parse(readFileSync(new URL('client-calls.json', import.meta.url), 'utf8'))
}

/** Why calls are not answered, by call. */
export function reasons(): ReadonlyMap<CallName, string> {
  const byReason: Record<string, CallName[]> = JSON.parse(
    readFileSync(new URL('not-planned.json', import.meta.url), 'utf8'),
  )
  return new Map(
    Object.entries(byReason).flatMap(([why, calls]) => calls.map((call) => [call, why] as const)),
  )
}

/** Finds the route of a call: names of parameters do not matter. */
export function routeFinder(routes: readonly DeclaredRoute[]): (call: CallName) => DeclaredRoute | null {
  const byKey = new Map(routes.map((route) => [keyOf(`${route.method} ${pathOf(route)}`), route]))
  return (call) => byKey.get(keyOf(call)) ?? null
}

/** Address of a route below the base of all calls. */
export function pathOf({ url }: DeclaredRoute): string {
  return url.startsWith(API_BASE) ? url.slice(API_BASE.length) : url
}

function keyOf(call: CallName): string {
  return call.replaceAll(/\{[^}]*\}|:\w+/g, '*')
}

/** Who may call a route, in words. */
export function accessText(access: Access): string {
  if (typeof access === 'string') return access === 'public' ? 'everybody' : 'signed in'
  if ('permission' in access) return `\`${access.permission}\``
  return `\`${access.action}\` of ${access.form ? `\`${access.form}\`` : 'the form'}`
}

/** A contract test and its text, with the addresses that it puts together written out. */
interface TestText {
  file: string
  text: string
}

/** All contract tests. */
export function contractTests(): TestText[] {
  const folder = join(root, 'tests/contract')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .map((file) => ({ file, text: writtenOut(readFileSync(join(folder, file), 'utf8')) }))
}

/** The text with the constants that stand for addresses in the place of their names. */
function writtenOut(text: string): string {
  let out = text
  for (const [, name, address] of text.matchAll(
    /const (\w+) = ['`](\/(?:sys|online|joa|actuator)\/[^'`$]*)['`]/g,
  ))
    out = out.replaceAll(`\${${name}}`, address ?? '')
  return out
}

/** Lists of calls that a test goes through, which name them without proving anything of one. */
const LISTS_ONLY = new Set(['answer-shapes.test.ts', 'foreign-client/every-call.test.ts'])

/** The first test that makes a call; one of this client before others. Null where none does by name. */
export function testOf(call: CallName, tests: readonly TestText[]): string | null {
  const found = tests
    .filter(({ file, text }) => !LISTS_ONLY.has(file) && makes(text, call))
    .map(({ file }) => file)
  return found.find((file) => file.startsWith('foreign-client/')) ?? found[0] ?? null
}

/** Whether a text holds the address, and before it the method or, for a reading call, none. */
function makes(text: string, call: CallName): boolean {
  const [method = '', path = ''] = call.split(' ')
  const [literal = ''] = path.split('{')
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
    const next = text[at + literal.length] ?? ''
    if (!path.includes('{') && /[\w/]/.test(next)) continue
    const before = /'(GET|POST|PUT|DELETE)',\s*[`']?$/.exec(text.slice(Math.max(0, at - 40), at))?.[1]
    if ((before ?? 'GET') === method) return true
  }
  return false
}
