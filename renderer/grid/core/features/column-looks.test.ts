import { describe, expect, it } from 'vitest'
import { frozenCount, readLooks, seenColumns, USUAL_LOOKS } from './column-looks.ts'

const COLUMNS = ['a', 'b', 'c'].map((name) => ({ name }))
const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join('')

describe('how a user sees the columns', () => {
  it('is kept as a text, and what cannot be read is as usual', () => {
    const looks = { widths: { a: 200 }, hidden: ['b'], frozen: 'a', sort: { name: 'c', descending: true } }
    expect(readLooks(JSON.stringify(looks))).toEqual(looks)
    for (const bad of [
      null,
      '',
      '{',
      'null',
      '7',
      '[]',
      '{"widths":{"a":"x","b":-1,"c":1e9},"hidden":{},"frozen":7,"sort":{"name":1}}',
    ])
      expect(readLooks(bad)).toEqual(USUAL_LOOKS)
  })

  it('leaves out hidden columns, but never all', () => {
    expect(names(seenColumns(COLUMNS, { ...USUAL_LOOKS, hidden: ['b', 'gone'] }))).toBe('ac')
    expect(names(seenColumns(COLUMNS, { ...USUAL_LOOKS, hidden: ['a', 'b', 'c'] }))).toBe('abc')
    expect(seenColumns(COLUMNS, USUAL_LOOKS)).toBe(COLUMNS)
  })

  it.each([
    [null, 1000, 0],
    ['b', 1000, 2],
    ['gone', 1000, 0],
    ['c', 250, 2],
    ['c', 50, 0],
    ['c', 0, 3],
  ])('keeps columns up to %s in sight where there are %i px for them', (frozen, room, count) => {
    expect(frozenCount(COLUMNS, { ...USUAL_LOOKS, frozen }, [100, 100, 100], room)).toBe(count)
  })
})
