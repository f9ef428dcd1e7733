import { expect, it } from 'vitest'
import { listParams } from './list-params.ts'

it('does not take a filter for a parameter of the list when a column is called like one', () => {
  expect(
    listParams({
      filter: { order: '*甲*', column: '1', name: '乙' },
      sort: { field: 'name', descending: true },
      pageNo: 2,
    }),
  ).toEqual({
    order_MultiString: '*甲*',
    column_MultiString: '1',
    name: '乙',
    column: 'name',
    order: 'desc',
    pageNo: 2,
  })
})
