import { expect, it } from 'vitest'
import type { ListColumn } from '#schemas/compile/model.ts'
import { rowTotals } from './row-totals.ts'

const column = (name: string, total: ListColumn['total']) => ({ field: { name }, total }) as ListColumn
const rows = (...values: readonly unknown[]) =>
  values.map((n, at) => ({ key: String(at), isNew: false, values: { n } }))

it('columns sum integers, those that stand as texts as well [grid-72]', () => {
  expect(rowTotals([column('n', 'sum')], rows(1, '20', null, '', 300, 'x'))).toEqual({ n: 321 })
  expect(rowTotals([column('n', 'sum')], rows(0.1, 0.2))).toEqual({ n: 0.3 })
  expect(rowTotals([column('n', 'sum')], [])).toEqual({ n: 0 })
})

it('an average is that of the cells with a number, and none where there is none', () => {
  expect(rowTotals([column('n', 'average')], rows(1, 2, null, 2))).toEqual({ n: 1.67 })
  expect(rowTotals([column('n', 'average')], rows(null))).toEqual({})
  expect(rowTotals([column('n', 'count'), column('m', undefined)], rows(1, 'x', ''))).toEqual({ n: 2 })
})
