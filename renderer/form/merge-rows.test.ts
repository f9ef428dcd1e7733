import { describe, expect, it } from 'vitest'
import { mergeRows, rowsOf, rowsOnTop, sameRows } from './merge-rows.ts'

const base = [
  { id: 'a', _version: 1, name: '甲', phone: '1' },
  { id: 'b', _version: 1, name: '乙', phone: '2' },
]

describe('two sides of a list of sub rows', () => {
  it('are put together field by field', () => {
    const mine = [{ ...base[0], name: '甲甲' }, base[1] ?? {}, { name: '新' }]
    const current = [
      { id: 'a', _version: 2, name: '甲', phone: '111' },
      { id: 'b', _version: 1, name: '乙', phone: '2' },
      { id: 'c', _version: 1, name: '丙' },
    ]
    expect(mergeRows(base, mine, current)).toEqual([
      { id: 'a', _version: 2, name: '甲甲', phone: '111' },
      { id: 'b', _version: 1, name: '乙', phone: '2' },
      { name: '新' },
      { id: 'c', _version: 1, name: '丙' },
    ])
  })

  it('lose a row that one side removed and the other left alone', () => {
    expect(mergeRows(base, [base[0] ?? {}], base)).toEqual([base[0]])
    expect(mergeRows(base, base, [base[1] ?? {}])).toEqual([base[1]])
  })

  it('keep a row that one side removed and the other changed', () => {
    const changed = { ...base[1], phone: '22', _version: 2 }
    expect(mergeRows(base, [base[0] ?? {}], [base[0] ?? {}, changed])).toEqual([base[0], changed])
    // It is gone from the server, so it is entered again.
    expect(mergeRows(base, [base[0] ?? {}, changed], [base[0] ?? {}])).toEqual([
      base[0],
      { name: '乙', phone: '22' },
    ])
  })
})

describe('my rows over the current ones', () => {
  it('carry the versions of now; removed ones are entered again', () => {
    expect(rowsOnTop(base, [{ id: 'a', _version: 7 }])).toEqual([
      { id: 'a', _version: 7, name: '甲', phone: '1' },
      { name: '乙', phone: '2' },
    ])
  })
})

describe('rows', () => {
  it('are compared by what a user entered', () => {
    expect(
      sameRows(base, [{ ...base[0], _version: 5, update_by: 'li', name_dictText: 'x' }, base[1] ?? {}]),
    ).toBe(true)
    expect(sameRows([{ id: 'a', name: null }], [{ id: 'a', name: '' }])).toBe(true)
    expect(sameRows(base, [base[1] ?? {}, base[0] ?? {}])).toBe(false)
  })

  it('are a list, whether the record has many, one or none', () => {
    expect(rowsOf([{ id: 'a' }])).toEqual([{ id: 'a' }])
    expect(rowsOf({ id: 'a' })).toEqual([{ id: 'a' }])
    expect(rowsOf(null)).toEqual([])
  })
})
