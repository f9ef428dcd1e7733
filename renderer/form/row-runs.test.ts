import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { rowRuns } from './row-runs.ts'

const NONE: ReadonlySet<string> = new Set()

function formOf(count: number, more: Partial<FormDocument> = {}, wide: readonly number[] = []) {
  const properties: Record<string, Property> = {}
  for (let at = 0; at < count; at++)
    properties[`f${at}`] = {
      type: 'string',
      title: `字段${at}`,
      view: 'text',
      ...(wide.includes(at) ? { wide: true } : {}),
    }
  return compileForm({
    kind: 'form',
    code: 'f',
    title: '表',
    schema: { type: 'object', properties },
    layout: { columns: 2 },
    ...more,
  })
}
const hides = (name: string): Partial<FormDocument> => ({
  // biome-ignore lint/suspicious/noThenProperty: the keyword of a document rule
  rules: [{ if: { field: 'f0', rule: 'eq', val: 'x' }, then: { hide: [name] } }],
})
function lengths(form: ReturnType<typeof formOf>, taken = NONE) {
  const runs = rowRuns(
    form,
    form.form.groups.flatMap(({ fields }) => fields),
    taken,
  )
  expect(runs.flatMap(({ fields }) => fields)).toEqual(form.fields)
  return runs.map(({ fields }) => fields.length)
}

describe('runs of rows', () => {
  it('end with a whole row, in forms of one to four columns', () => {
    expect(lengths(formOf(7))).toEqual([7])
    expect(lengths(formOf(30, { layout: { columns: 1 } }))).toEqual([12, 12, 6])
    expect(lengths(formOf(30))).toEqual([12, 12, 6])
    expect(lengths(formOf(30, {}, [2]))).toEqual([13, 12, 5])
    expect(lengths(formOf(30, { layout: { columns: 4 } }))).toEqual([12, 12, 6])
  })

  it('end after a field that a rule may hide only where a wide field begins or ends a row', () => {
    expect(lengths(formOf(60, hides('f3')))).toEqual([60])
    expect(lengths(formOf(60, hides('f3'), [20]))).toEqual([20, 13, 12, 12, 3])
    expect(lengths(formOf(60, hides('f20'), [20]))).toEqual([12, 13, 12, 12, 11])
    expect(lengths(formOf(30, { ...hides('f3'), layout: { columns: 1 } }))).toEqual([12, 12, 6])
  })

  it('leave out of the count what the rights take away', () => {
    expect(lengths(formOf(30), new Set(['f1']))).toEqual([13, 12, 5])
  })

  it('end at wide fields alone where the screen decides how many columns there are', () => {
    expect(lengths(formOf(60, { layout: { columns: 'fit' } }))).toEqual([60])
    expect(lengths(formOf(60, { layout: { columns: 'fit' } }, [15, 40]))).toEqual([15, 25, 20])
  })
})
