import { expect, it } from 'vitest'
import { rawTextCodec, textCodec } from './text-codec.ts'

it.each([
  ['a text', '工业', '工业', '工业'],
  ['a number', 7, '7', '7'],
  ['zero', 0, '0', '0'],
  ['spaces, which somebody typed', ' ', ' ', ' '],
  ['an empty text', '', '', null],
  ['nothing', null, '', null],
  ['what never was', undefined, '', null],
])('edits %s as a text', (_, stored, edited, kept) => {
  expect(textCodec.parse(stored)).toBe(edited)
  expect(textCodec.store(textCodec.parse(stored))).toBe(kept)
  expect(rawTextCodec.parse(stored)).toBe(kept)
  expect(rawTextCodec.store(rawTextCodec.parse(stored))).toBe(kept)
})
