import { describe, expect, it } from 'vitest'
import { createFinder } from './find.ts'

const LOOSE = { whole: false, matchCase: false }

describe('finding in cells', () => {
  it('takes a part of a cell in any case, unless it is told otherwise', () => {
    const finds = (query: Partial<typeof LOOSE>, cell: string) =>
      createFinder({ text: 'Ab', ...LOOSE, ...query }).isIn(cell)
    expect([
      finds({}, 'xaBx'),
      finds({ matchCase: true }, 'xaBx'),
      finds({ matchCase: true }, 'xAb'),
    ]).toEqual([true, false, true])
    expect([finds({ whole: true }, 'xab'), finds({ whole: true }, 'AB')]).toEqual([false, true])
  })

  it('finds nothing by nothing', () => {
    expect(createFinder({ text: '', ...LOOSE }).isIn('')).toBe(false)
    expect(createFinder({ text: '', ...LOOSE }).replaced('x', 'y')).toBe('x')
  })

  it.each(['.', '$&', '(', 'a|b', '[x]', '\\d', '{1}', '^', '*+?', '-', '/', '𠮷'])(
    'takes %s as the text that it is, in what is found and in what comes there',
    (text) => {
      const { isIn, replaced } = createFinder({ text, ...LOOSE })
      expect(isIn(`1${text}2${text}`)).toBe(true)
      expect(isIn('12')).toBe(false)
      expect(replaced(`1${text}2${text}`, '$&')).toBe('1$&2$&')
    },
  )
})
