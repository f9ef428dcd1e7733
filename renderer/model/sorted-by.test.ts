import { expect, it } from 'vitest'
import { sortedBy } from './sorted-by.ts'

const up = (field: string) => ({ field, descending: false })
const down = (field: string) => ({ field, descending: true })

it('sorts by the clicked column alone, or by it as well', () => {
  expect(sortedBy([], [up('a')], false)).toEqual([up('a')])
  expect(sortedBy([up('a')], [up('a'), up('b')], false)).toEqual([up('b')])
  expect(sortedBy([up('a')], [up('a'), up('b')], true)).toEqual([up('a'), up('b')])
  // Another direction keeps the place among the others.
  expect(sortedBy([up('b'), up('a')], [up('a'), down('b')], true)).toEqual([down('b'), up('a')])
  expect(sortedBy([up('b'), up('a')], [up('a'), down('b')], false)).toEqual([down('b')])
})

it('lets go of a column that was clicked the third time', () => {
  expect(sortedBy([down('a')], [], false)).toEqual([])
  expect(sortedBy([down('a'), up('b')], [up('b')], true)).toEqual([up('b')])
  expect(sortedBy([down('a'), up('b')], [up('b')], false)).toEqual([])
})
