import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryRows } from '../core/memory-rows.ts'
import { completeRow } from './complete-row.ts'

const number = { type: 'number', view: 'number', title: 'n' } as const
const order = compileForm({
  kind: 'form',
  code: 'order',
  title: 'order',
  schema: { type: 'object', properties: { rate: number } },
})
const line: FormDocument = {
  kind: 'form',
  code: 'line',
  title: 'line',
  schema: { type: 'object', properties: { price: number, amount: number, note: number } },
  // biome-ignore-start lint/suspicious/noThenProperty: the keyword of documents
  rules: [{ then: { value: { amount: 'price * main.rate' } } }, { then: { default: { note: 'price + 1' } } }],
  // biome-ignore-end lint/suspicious/noThenProperty: the keyword of documents
}

function begin() {
  const main = { form: order, row: { rate: 2 as number } }
  const rows = createMemoryRows(
    [{ id: 'a', price: 1, amount: 2, note: null }],
    () => ({ price: 5 }),
    completeRow(compileForm(line), () => ({ main })),
  )
  return { main, rows, at: (row: number) => rows.rows()[row]?.values }
}

describe('rows whose rules calculate', () => {
  it('follow what is typed, added and undone', () => {
    const { rows, at } = begin()
    rows.edit([{ row: 0, name: 'price', value: 4 }])
    expect(at(0)).toMatchObject({ price: 4, amount: 8 })
    rows.insert(1)
    expect(at(1)).toEqual({ price: 5, amount: 10, note: 6 })
    rows.undo()
    rows.undo()
    expect(at(0)).toMatchObject({ price: 1, amount: 2 })
  })

  it('follow the main record, also those that undo brings back', () => {
    const { main, rows, at } = begin()
    rows.edit([{ row: 0, name: 'price', value: 4 }])
    main.row.rate = 3
    expect(rows.recalculate()).toBe(true)
    expect(at(0)).toMatchObject({ amount: 12 })
    expect(rows.recalculate()).toBe(false)
    rows.undo()
    expect(at(0)).toMatchObject({ price: 1, amount: 3 })
  })

  it('get a first value until it is changed by hand; stored rows keep theirs', () => {
    const { rows, at } = begin()
    rows.insert(1)
    rows.edit([{ row: 1, name: 'price', value: 7 }])
    expect(at(1)).toMatchObject({ note: 8 })
    rows.edit([{ row: 1, name: 'note', value: 100 }])
    rows.edit([{ row: 1, name: 'price', value: 9 }])
    expect(at(1)).toMatchObject({ note: 100 })
    rows.edit([{ row: 0, name: 'price', value: 9 }])
    expect(at(0)?.note).toBeNull()
  })
})
