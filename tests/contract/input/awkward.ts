import { expect } from 'vitest'
import type { DeclaredRoute } from '#server/http/access.ts'
import { type Answer, API } from '#tests/helpers/app.ts'

/** Texts that have broken servers before. */
export const AWKWARD: readonly string[] = [
  "'",
  '"',
  '\\',
  '%',
  '_',
  '\0',
  '\r\nX-Injected: 1',
  'x'.repeat(10_000),
  '🔐',
  '\ud800',
  '{}',
  '[]',
  '{"$ne":null}',
  "' or 1=1 --",
  "1'; drop table platform.sys_user; --",
  'sys_user u',
  'sys_user,password,id',
  'id from sys_user; select pg_sleep(5)',
  "sleep(5) or '1'='1",
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '1e999',
  '99999999999999999999',
  '2024-02-30',
  '../../etc/passwd',
  'true',
  '*',
  '**',
  ',,',
  '!',
  '>=',
  'a++b',
]
/** Words of the database that must not reach a caller. */
const LEAKS =
  /syntax error|SQLSTATE|pg_(?!sleep)|relation "|column "|select .* from|at .*\.[tj]s:\d+|invalid input syntax/i

/** Values of other types, for bodies. */
export const AWKWARD_VALUES: readonly unknown[] = [
  ...AWKWARD,
  null,
  1e308,
  -1,
  true,
  [],
  {},
  [["'"]],
  { a: { b: '\0' } },
]

/** The answer is no error of the server, and says nothing of what is behind it. */
export async function harmless(what: string, asked: Promise<Answer>): Promise<void> {
  const { status, text, headers } = await asked
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500)
  // The monitor of statements shows those of the database to whoever holds its right: they are its subject.
  const said = what.includes('/sys/actuator/database/statements')
    ? text.replaceAll(/"text":"(?:[^"\\]|\\.)*"/g, '')
    : text
  expect(said.replaceAll(/"sent":.*$/g, ''), what).not.toMatch(LEAKS)
  expect(headers['x-injected'], what).toBeUndefined()
}

export const short = (text: string) => JSON.stringify(text.slice(0, 40))
/** Percent-encoding that also takes half a surrogate pair. */
export const encoded = (text: string) => encodeURIComponent(/\p{Surrogate}/u.test(text) ? '\ufffd' : text)

/** Parts of addresses that name something that exists, so that the awkward part is what is looked at. */
const SOUND_PARTS: Readonly<Record<string, string>> = {
  code: 'expo',
  table: 'expo',
  dict: 'sex',
  subTable: 'expo_contact',
  ruleCode: 'expo_no',
}

/** Names of the parameters in a route's path. */
export function partsOf(url: string): string[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

/** The address of a route below the API's base; `given` replaces parts, the others name what exists. */
export function addressOf({ url }: DeclaredRoute, given: Readonly<Record<string, string>> = {}): string {
  return url
    .replace(API, '')
    .replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? SOUND_PARTS[name] ?? '1')
    .replaceAll('*', '1')
}

/** Field names of a declared shape; none where the route declares no shape. */
export function namesIn(shape: unknown): string[] {
  const properties = (shape as { properties?: object } | undefined)?.properties
  return properties ? Object.keys(properties) : []
}

/** Routes that would end the session that asks, or that open a socket. */
export function endsTheTest({ url }: DeclaredRoute): boolean {
  return /\/sys\/logout$|\/(websocket|vxeSocket)\//.test(url)
}
