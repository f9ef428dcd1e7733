import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

// A warning or an error on the console fails the test that was running, unless it announced it by `expectConsole`.

/** What may be said in every test, with the reason. */
const ALWAYS: readonly RegExp[] = [
  // The grid measures its theme's style sheet, and jsdom reads none.
  /The "ht-theme-main" theme is enabled, but its stylesheets are missing/,
  // A list scrolls until its row is seen, and in jsdom rows have no height.
  /`scrollTo` with `rc-virtual-list` reach the max limitation/,
]

const unexpected: string[] = []
const announced: { pattern: RegExp; isSaid: boolean }[] = []

for (const level of ['error', 'warn'] as const)
  console[level] = (...said: unknown[]) => {
    const text = format(...said)
    const wanted = announced.filter(({ pattern }) => pattern.test(text))
    for (const one of wanted) one.isSaid = true
    if (wanted.length === 0 && !ALWAYS.some((pattern) => pattern.test(text)))
      unexpected.push(`${level}: ${text}`)
  }

/** Announces what the running test makes the console say, each at least once. */
export function expectConsole(...patterns: RegExp[]): void {
  announced.push(...patterns.map((pattern) => ({ pattern, isSaid: false })))
}

afterEach(() => {
  const missing = announced.splice(0).filter(({ isSaid }) => !isSaid)
  expect(unexpected.splice(0), 'said on the console').toEqual([])
  expect(
    missing.map(({ pattern }) => String(pattern)),
    'announced, but never said on the console',
  ).toEqual([])
})
// What the last test left behind may speak after it.
afterAll(() => {
  expect(unexpected.splice(0), 'said on the console after the tests').toEqual([])
})
