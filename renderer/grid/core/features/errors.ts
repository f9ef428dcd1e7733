import type { Row, RowError } from '#schemas/compile/model.ts'
import type { RowValidator } from '#schemas/compile/row-validator.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import { t } from '#schemas/text/text.ts'
import type { GridColumn } from '../columns.ts'
import type { GridRow } from '../row-source.types.ts'
import type { ErrorMap, GridErrors } from './errors.types.ts'

/** Errors of a grid with these columns. Only cells that are shown are judged: a user could not mend another. */
export function createGridErrors(
  columns: readonly GridColumn[],
  validator: RowValidator,
  context: () => RuleContext = () => ({}),
): GridErrors {
  const shown = new Set(columns.map((column) => column.name))
  const uniqueColumns = columns.filter((column) => column.unique)
  const touched = new Map<string, Set<string>>()
  // Row key → column → refused value → message: undo may bring an earlier refused value back.
  const imposed = new Map<string, Map<string, Map<unknown, string>>>()
  // A row's values are never written to, so what was found once stays true.
  let found = new WeakMap<Readonly<Row>, RowError[]>()

  const judge = (row: GridRow): RowError[] => {
    let errors = found.get(row.values)
    if (!errors) {
      errors = validator.validate(row.values, context()).filter((error) => shown.has(error.field))
      found.set(row.values, errors)
    }
    return errors
  }

  const refuse = (key: string, name: string, value: unknown, message: string): void => {
    const ofRow = imposed.get(key) ?? new Map<string, Map<unknown, string>>()
    const ofCell = ofRow.get(name) ?? new Map<unknown, string>()
    imposed.set(key, ofRow.set(name, ofCell.set(value, message)))
  }

  return {
    wrongWith: (values, name, value) =>
      validator.validateField(name, value, { ...values, [name]: value }, context()),
    touch(key, names) {
      const known = touched.get(key) ?? new Set()
      for (const name of names) known.add(name)
      touched.set(key, known)
    },
    touchAll(rows) {
      for (const { key } of rows) touched.set(key, new Set(shown))
    },
    impose: (row, name, message) => refuse(row.key, name, row.values[name], message),
    refuse,
    release(key, name, text) {
      imposed.get(key)?.get(name)?.delete(text)
    },
    releaseAll: () => imposed.clear(),
    contextChanged() {
      found = new WeakMap()
    },
    forget() {
      touched.clear()
      imposed.clear()
    },
    check(rows) {
      const result = new Map<string, Map<string, string>>()
      const add = (key: string, name: string, message: string): void => {
        const known = result.get(key) ?? new Map<string, string>()
        if (!known.has(name)) known.set(name, message)
        result.set(key, known)
      }
      for (const row of rows) {
        for (const [name, refused] of imposed.get(row.key) ?? []) {
          const message = refused.get(row.values[name])
          if (message !== undefined) add(row.key, name, message)
        }
        const names = touched.get(row.key)
        if (!names) continue
        for (const error of judge(row)) if (names.has(error.field)) add(row.key, error.field, error.message)
      }
      for (const column of uniqueColumns)
        for (const row of repeated(rows, column.name))
          add(row.key, column.name, t('{title}不能重复', { title: column.title }))
      return result
    },
  }
}

/** Rows whose value of a column stands in another row as well. */
function repeated(rows: readonly GridRow[], name: string): GridRow[] {
  const byValue = new Map<string, GridRow[]>()
  for (const row of rows) {
    const value = row.values[name]
    if (value === null || value === undefined || value === '') continue
    const group = byValue.get(String(value)) ?? []
    group.push(row)
    byValue.set(String(value), group)
  }
  return [...byValue.values()].filter((group) => group.length > 1).flat()
}

/** The errors in the order of the grid, `row` counted from 0. */
export function errorList(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  errors: ErrorMap,
  subTable: string,
): RowError[] {
  return rows.flatMap((row, index) => {
    const ofRow = errors.get(row.key)
    if (!ofRow) return []
    return columns.flatMap(({ name }) => {
      const message = ofRow.get(name)
      return message === undefined ? [] : [{ field: name, message, subTable, row: index }]
    })
  })
}
