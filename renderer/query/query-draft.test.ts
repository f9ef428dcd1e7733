import { describe, expect, it } from 'vitest'
import type { Condition, ConditionRule } from '#schemas/page/condition.ts'
import type { QueryField } from '../model/query-fields.ts'
import {
  countRows,
  type DraftGroup,
  type DraftRow,
  draftCondition,
  draftOf,
  emptyGroup,
  emptyRow,
  unfinishedRows,
  withField,
  withRule,
} from './query-draft.ts'

const row = (changes: Partial<DraftRow>): DraftRow => ({ ...emptyRow(), ...changes })
const group = (...parts: DraftGroup['parts']): DraftGroup => ({ ...emptyGroup(), parts })

describe('a draft of an advanced query', () => {
  it('begins empty, joined by and, and says nothing [superquery-16, superquery-23]', () => {
    const draft = draftOf(null)
    expect(draft.matchType).toBe('and')
    expect(countRows(draft)).toBe(1)
    expect(draftCondition(draft)).toBeNull()
  })

  it.each<Condition>([
    { and: [{ field: 'name', rule: 'like', val: 'a' }] },
    { or: [{ field: 'name', rule: 'like', val: 'a' }] },
    { and: [{ field: 'name', rule: 'in', val: ['a,b', 'c'] }, { or: [{ field: 'kind', rule: 'empty' }] }] },
  ])('says what it was made of: %j [superquery-04]', (condition) => {
    expect(draftCondition(draftOf(condition))).toEqual(condition)
  })

  it('leaves out rows without a field and groups without rows', () => {
    const draft = group(emptyRow(), emptyGroup('or'), row({ field: 'name', rule: 'eq', values: ['a'] }))
    expect(draftCondition(draft)).toEqual({ and: [{ field: 'name', rule: 'eq', val: 'a' }] })
    expect(draftCondition(group(emptyGroup()))).toBeNull()
  })

  it('keeps of several values the first when one is compared [superquery-19]', () => {
    const several = row({ field: 'status', rule: 'in', values: ['1', '2', '3'] })
    expect(withRule(several, 'eq').values).toEqual(['1'])
    expect(withRule(withRule(several, 'eq'), 'in').values).toEqual(['1'])
    expect(withRule(several, 'not_in').values).toEqual(['1', '2', '3'])
    expect(withRule(several, 'empty').values).toEqual([])
  })

  it('takes a rule that makes sense for another field along, and its value not', () => {
    const scale = (...rules: ConditionRule[]) => ({ name: 'scale', rules }) as unknown as QueryField
    const before = row({ field: 'status', rule: 'eq', values: ['1'] })
    expect(withField(before, scale('gt', 'eq'))).toMatchObject({ field: 'scale', rule: 'eq', values: [] })
    expect(withField(before, scale('like')).rule).toBe('like')
  })

  it('knows what is missing: a value, or the field itself', () => {
    const unknown = row({ field: 'gone', rule: 'eq', values: ['1'] })
    const open = row({ field: 'name', rule: 'eq' })
    const draft = group(unknown, row({ field: 'name', rule: 'empty' }), group(open), emptyRow())
    expect(unfinishedRows(draft, new Map([['name', {} as never]]))).toEqual([unknown, open])
  })
})
