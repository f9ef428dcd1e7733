import type { Row, RowError } from '#schemas/compile/model.ts'
import type { RowValidator } from '#schemas/compile/row-validator.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import { t } from '#schemas/text/text.ts'
import type { GridColumn } from '../columns.ts'
import type { GridRow } from '../row-source.types.ts'
import { attempt } from './attempt.ts'
import { changedPlaces } from './changed-places.ts'
import type { ErrorMap, GridErrors } from './errors.types.ts'

/** Errors of a grid with these columns. Only cells that are shown are judged: a user could not mend another. */
export function createGridErrors(
  columns: readonly GridColumn[],
  validator: RowValidator,
  context: () => RuleContext = () => ({}),
): GridErrors {
  const shown = new Set(columns.map((column) => column.name))
  const uniqueColumns = columns.filter((column) => column.unique)
  const touched = new Map<string, ReadonlySet<string>>()
  // Row key → column → refused value → message: undo may bring an earlier refused value back.
  const imposed = new Map<string, Map<string, Map<unknown, string>>>()
  // A row's values are never written to, so what was found once stays true.
  let found = new WeakMap<Readonly<Row>, RowError[]>()

  let seen: readonly GridRow[] = []
  /** What was found in the rows that were seen, without repeated values. */
  const ofRows = new Map<string, Map<string, string>>()
  /** What `seen` repeats; kept while no cell of these columns changes. */
  let ofRepeated: readonly RepeatedCell[] = []
  /** Rows of which something else than their values has changed since. */
  const stale = new Set<string>()
  let allStale = true

  const judge = (row: GridRow): RowError[] => {
    let errors = found.get(row.values)
    if (!errors) {
      errors = attempt(
        'judging a row',
        () => validator.validate(row.values, context()),
        () => judgeEach(row.values),
      ).filter((error) => shown.has(error.field))
      found.set(row.values, errors)
    }
    return errors
  }

  /** A rule throws: its cells cannot be judged, which is said there; all others are. */
  const judgeEach = (values: Readonly<Row>): RowError[] =>
    columns.flatMap(({ name, title }) => {
      const message = attempt(
        `judging ${name}`,
        () => validator.validateField(name, values[name] ?? null, values, context()),
        () => t('{title}的规则出错，无法校验，请联系管理员', { title }),
      )
      return message === null ? [] : [{ field: name, message }]
    })

  const refuse = (key: string, name: string, value: unknown, message: string): void => {
    const ofRow = imposed.get(key) ?? new Map<string, Map<unknown, string>>()
    const ofCell = ofRow.get(name) ?? new Map<unknown, string>()
    imposed.set(key, ofRow.set(name, ofCell.set(value, message)))
    stale.add(key)
  }

  const checkRow = (row: GridRow): void => {
    const result = new Map<string, string>()
    for (const [name, refused] of imposed.get(row.key) ?? []) {
      const message = refused.get(row.values[name])
      if (message !== undefined) result.set(name, message)
    }
    const names = touched.get(row.key)
    if (names)
      for (const { field, message } of judge(row))
        if (names.has(field) && !result.has(field)) result.set(field, message)
    if (result.size > 0) ofRows.set(row.key, result)
    else ofRows.delete(row.key)
  }

  /** Judges what has changed since the last time: a grid of many thousand rows is judged after every key. */
  const checkChanged = (rows: readonly GridRow[]): void => {
    const places = allStale ? null : changedPlaces(seen, rows)
    if (places === null) {
      ofRows.clear()
      if (touched.size > 0 || imposed.size > 0)
        for (const row of rows) if (touched.has(row.key) || imposed.has(row.key)) checkRow(row)
    } else {
      for (const at of places) {
        const row = rows[at] as GridRow
        checkRow(row)
        stale.delete(row.key)
      }
      if (stale.size > 0) for (const row of rows) if (stale.has(row.key)) checkRow(row)
    }
    const mayRepeat = uniqueColumns.filter(
      ({ name }) => places?.every((at) => seen[at]?.values[name] === rows[at]?.values[name]) !== true,
    )
    if (mayRepeat.length > 0) ofRepeated = uniqueColumns.flatMap((column) => repeatedCells(rows, column))
    seen = rows
    stale.clear()
    allStale = false
  }

  return {
    wrongWith: (values, name, value) =>
      attempt(
        `judging ${name}`,
        () => validator.validateField(name, value, { ...values, [name]: value }, context()),
        () => null,
      ),
    touch(key, names) {
      const before = touched.get(key)
      if (!before || names.some((name) => !before.has(name)))
        touched.set(key, new Set([...(before ?? []), ...names]))
      stale.add(key)
    },
    touchAll(rows) {
      for (const { key } of rows) touched.set(key, shown)
      allStale = true
    },
    impose: (row, name, message) => refuse(row.key, name, row.values[name], message),
    refuse,
    release(key, name, text) {
      imposed.get(key)?.get(name)?.delete(text)
      stale.add(key)
    },
    releaseAll() {
      imposed.clear()
      allStale = true
    },
    contextChanged() {
      found = new WeakMap()
      allStale = true
    },
    forget() {
      touched.clear()
      imposed.clear()
      allStale = true
    },
    check(rows) {
      checkChanged(rows)
      const result = new Map<string, ReadonlyMap<string, string>>(ofRows)
      for (const { key, name, message } of ofRepeated)
        result.set(key, new Map([[name, message], ...(result.get(key) ?? [])]))
      return result
    },
  }
}

interface RepeatedCell {
  key: string
  name: string
  message: string
}

/** Cells of a column whose value stands in another row as well. */
function repeatedCells(rows: readonly GridRow[], { name, title }: GridColumn): RepeatedCell[] {
  const byValue = new Map<string, GridRow[]>()
  for (const row of rows) {
    const value = row.values[name]
    if (value === null || value === undefined || value === '') continue
    const group = byValue.get(String(value)) ?? []
    group.push(row)
    byValue.set(String(value), group)
  }
  const message = t('{title}不能重复', { title })
  return [...byValue.values()]
    .filter((group) => group.length > 1)
    .flatMap((group) => group.map(({ key }) => ({ key, name, message })))
}

/** The errors in the order of the grid, `row` counted from 0. */
export function errorList(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  errors: ErrorMap,
  subTable: string,
): RowError[] {
  if (errors.size === 0) return []
  const places = new Map(columns.map(({ name }, at) => [name, at]))
  const placeOf = (name: string) => places.get(name) ?? -1
  return rows.flatMap((row, index) => {
    const ofRow = errors.get(row.key)
    if (!ofRow) return []
    return [...ofRow]
      .filter(([name]) => places.has(name))
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([field, message]) => ({ field, message, subTable, row: index }))
  })
}
