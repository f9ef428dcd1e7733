import { expect, it } from 'vitest'
import { legalCode } from './field-names.ts'

it('keeps a legal name, and gives every other one a legal name of its own', () => {
  expect(legalCode(' CamelTable ')).toBe('CamelTable')
  expect(legalCode('demo$1')).toBe('demo$1')
  expect(legalCode('a-b')).toBe('a_b')
  expect(legalCode('1table')).toBe('form_1table')
  expect(legalCode('')).toBeNull()
  const odd = ['主表', '子表', '子表$1', 'x主', 'x子', 't'.repeat(64), `${'t'.repeat(64)}u`, '😀', "a';--中"]
  const codes = odd.map((name) => legalCode(name) ?? '')
  expect(new Set(codes).size).toBe(odd.length)
  for (const code of codes) expect(code).toMatch(/^[a-zA-Z][a-zA-Z0-9_$]{0,62}$/)
  // A copy is a view of the table whose name it carries.
  expect(legalCode('子表$1')).toBe(`${legalCode('子表')}$1`)
})
