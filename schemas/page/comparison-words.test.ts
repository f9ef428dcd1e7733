import { expect, it } from 'vitest'
import { comparisonRule } from './comparison-words.ts'

it('comparisons are read in every spelling, and unknown words are none', () => {
  expect(['=', '<>', '!=', '>', '>=', '<', '<='].map(comparisonRule)).toEqual([
    'eq',
    'ne',
    'ne',
    'gt',
    'ge',
    'lt',
    'le',
  ])
  expect(['LIKE', 'left_like', 'RIGHT_LIKE', 'IN', 'EQ_WITH_ADD', 'not_empty'].map(comparisonRule)).toEqual([
    'like',
    'left_like',
    'right_like',
    'in',
    'eq',
    'not_empty',
  ])
  expect(['', '==', 'toString', 'constructor'].map(comparisonRule)).toEqual(Array(4).fill(undefined))
})
