import { describe, expect, it } from 'vitest'
import { followOrder, sortedKeys } from './sight-order.ts'

const rows = (keys: string) => [...keys].map((key) => ({ key }))

describe('the order in which rows are seen', () => {
  it('has numbers by their size, Chinese as it is read, empty ones last both ways, equals as they were', () => {
    const by = (texts: Record<string, string | number>, descending = false) =>
      sortedKeys(rows(Object.keys(texts).join('')), ({ key }) => texts[key] ?? '', descending).join('')
    expect([by({ a: 10, b: 9, c: '', d: 9 }), by({ a: 10, b: 9, c: '', d: 9 }, true)]).toEqual([
      'bdac',
      'abdc',
    ])
    expect(by({ a: '张', b: '李', c: '王' })).toBe('bca')
    expect(by({ a: 'A10', b: 'A9' })).toBe('ba')
  })

  it('stays when rows change; new ones come below what they follow, or at the bottom', () => {
    const seen = (now: string) =>
      followOrder([...'cab'], rows(now))
        .map((at) => now[at])
        .join('')
    expect(seen('abc')).toBe('cab')
    expect(seen('ac')).toBe('ca')
    expect(seen('axbc')).toBe('caxb')
    expect(seen('xabcyz')).toBe('xcabyz')
    expect(seen('')).toBe('')
  })
})
