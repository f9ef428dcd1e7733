import { expect, it } from 'vitest'
import { depthOf, levelCode, levelNumber } from './org-code.ts'

it('an org code counts A01 to A99, then B01, up to Z99', () => {
  expect([1, 9, 10, 99, 100, 198, 199, 2574].map(levelCode)).toEqual([
    'A01',
    'A09',
    'A10',
    'A99',
    'B01',
    'B99',
    'C01',
    'Z99',
  ])
  expect([0, -1, 2575].map(levelCode)).toEqual([null, null, null])
})

it('the number behind a part of a code is read back, and is none for anything else', () => {
  for (const number of [1, 99, 100, 1234, 2574]) expect(levelNumber(levelCode(number) ?? '')).toBe(number)
  expect(['', 'A00', 'a01', 'A1', 'A001', '001'].map(levelNumber)).toEqual([0, 0, 0, 0, 0, 0])
})

it('three characters are a level', () => {
  expect(['A01', 'A01A02', 'X'].map(depthOf)).toEqual([1, 2, 1])
})
