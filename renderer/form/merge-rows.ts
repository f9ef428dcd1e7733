import type { Row } from '#schemas/compile/model.ts'
import { isSystemColumn } from '#schemas/compile/system-columns.ts'

/** Sub rows as a list, whether the record holds many of them, one, or none. */
export function rowsOf(value: unknown): Row[] {
  if (Array.isArray(value)) return value as Row[]
  return typeof value === 'object' && value !== null ? [value as Row] : []
}

/** Whether two lists say the same to a user: versions, texts and the platform's own columns do not count. */
export function sameRows(left: readonly Row[], right: readonly Row[]): boolean {
  return left.length === right.length && left.every((row, at) => same(row, right[at] ?? {}))
}

/**
 * What both sides did to a list of sub rows since `base`, in one list: fields that I changed are mine, everything else is
 * as it stands now. A row that one side removed stays when the other side changed it.
 */
export function mergeRows(base: readonly Row[], mine: readonly Row[], current: readonly Row[]): Row[] {
  const before = byId(base)
  const now = byId(current)
  const kept = byId(mine)
  const merged: Row[] = []
  for (const row of mine) {
    const id = idOf(row)
    const theirs = id === null ? undefined : now.get(id)
    const begun = id === null ? undefined : before.get(id)
    if (theirs) merged.push(mergeRow(begun ?? theirs, row, theirs))
    else if (id === null) merged.push(row)
    else if (!begun || !same(begun, row)) merged.push(asNew(row))
  }
  for (const [id, row] of now) {
    if (kept.has(id)) continue
    const begun = before.get(id)
    if (!begun || !same(begun, row)) merged.push(row)
  }
  return merged
}

/** My rows, to be saved over what stands now. */
export function rowsOnTop(mine: readonly Row[], current: readonly Row[]): Row[] {
  const now = byId(current)
  return mine.map((row) => {
    const id = idOf(row)
    if (id === null) return row
    const theirs = now.get(id)
    return theirs ? { ...row, _version: theirs._version } : asNew(row)
  })
}

function mergeRow(base: Row, mine: Row, theirs: Row): Row {
  const merged: Row = { ...theirs }
  for (const name of Object.keys(mine))
    if (counts(name) && text(mine[name]) !== text(base[name])) merged[name] = mine[name]
  return merged
}

/** A row that somebody removed meanwhile is entered again. */
function asNew(row: Row): Row {
  const { id: _id, _version, ...rest } = row
  return rest
}

function same(left: Row, right: Row): boolean {
  if (idOf(left) !== idOf(right)) return false
  return Object.keys({ ...left, ...right }).every(
    (name) => !counts(name) || text(left[name]) === text(right[name]),
  )
}

function byId(rows: readonly Row[]): Map<string, Row> {
  return new Map(
    rows.flatMap((row) => {
      const id = idOf(row)
      return id === null ? [] : [[id, row] as const]
    }),
  )
}

function idOf(row: Row): string | null {
  return row.id === null || row.id === undefined || row.id === '' ? null : String(row.id)
}

const counts = (name: string) => !name.startsWith('_') && !name.endsWith('_dictText') && !isSystemColumn(name)

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
