import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'

it('names in the decisions everything that app-config may hold', () => {
  const page = readFileSync(new URL('../docs/decisions/0040-shell.md', import.meta.url), 'utf8')
  const [, list = ''] = /the latter may hold: ([^.]*)\./.exec(page) ?? []
  const told = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  const withoutSettings = { querySelector: () => null } as unknown as Document
  expect(told).toEqual(Object.keys(readConfig(withoutSettings)))
})
