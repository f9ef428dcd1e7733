import { describe, expect, it } from 'vitest'
import type { Condition } from '#schemas/page/condition.ts'
import { conditionText, parseCondition } from './condition-text.ts'

const name = { field: 'name', rule: 'eq', val: 'a' } as const

describe('a condition in an address', () => {
  it.each<Condition>([
    { and: [name] },
    {
      or: [
        name,
        {
          and: [
            { field: 'n', rule: 'in', val: ['a,b', 2] },
            { field: 'n', rule: 'empty' },
          ],
        },
      ],
    },
  ])('is read back as it was written: %j', (condition) => {
    expect(parseCondition(conditionText(condition))).toEqual(condition)
  })

  it('is a group, also where somebody wrote one comparison', () => {
    expect(parseCondition(JSON.stringify(name))).toEqual({ and: [name] })
  })

  it.each([
    '',
    '{',
    '1',
    'null',
    '[]',
    '{"and":[]}',
    '{"and":{}}',
    '{"and":[{"field":"name","rule":"regexp","val":"1"}]}',
    '{"and":[{"field":"","rule":"eq","val":"1"}]}',
    '{"and":[{"field":"name","rule":"eq"}]}',
    '{"and":[{"field":"name","rule":"eq","val":{"a":1}}]}',
    '{"and":[{"field":"name","rule":"in","val":[]}]}',
    JSON.stringify({ and: [name, null] }),
    JSON.stringify({ and: [{ or: [{ and: [{ or: [name] }] }] }] }),
    JSON.stringify({ and: Array.from({ length: 201 }, () => name) }),
  ])('is none where it is not whole: %s', (text) => {
    expect(parseCondition(text)).toBeNull()
  })
})
