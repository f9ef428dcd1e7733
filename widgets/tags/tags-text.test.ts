import { expect, it } from 'vitest'
import { caretBehind, tagsOf, tagsText } from './tags-text.ts'

it.each([
  ['a', 'a'],
  ['ab', 'ab'],
  ['abc', 'ab;c'],
  ['abcde', 'ab;cd;e'],
  ['ab;cd;', 'ab;cd'],
  [';;a;b;c', 'ab;c'],
  ['展会论坛', '展会;论坛'],
  ['😀😀😀', '😀😀;😀'],
])('%s becomes %s [misc-05, misc-06]', (typed, text) => {
  expect(tagsText(typed)).toBe(text)
})

it('keeps the caret behind what was typed last', () => {
  expect(caretBehind('abX', tagsText('abXcd'))).toBe(4)
  expect(caretBehind('', 'ab;cd')).toBe(0)
})

it('reads the tags of a stored text', () => {
  expect(tagsOf('ab;cd;')).toEqual(['ab', 'cd'])
  expect(tagsOf('')).toEqual([])
})
