import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { GridRow } from '../row-source.types.ts'

/** The rows of a grid, and what they were when they were read. */
export interface HeldRows {
  rows: readonly GridRow[]
  /** By key: a row as it began. */
  beginnings: ReadonlyMap<string, Readonly<Row>>
  /** The rows that it was filled with. */
  filled: readonly GridRow[]
}

/** What a grid with an open cell editor may not do: its row stays, and no row comes, goes or moves. */
export interface OpenEditor {
  /** Key of its row. */
  key: string
}

export interface ReceivedRows extends HeldRows {
  beginnings: Map<string, Readonly<Row>>
  /** Keys of rows that are others now, or new. */
  arrived: ReadonlySet<string>
  /** What was read of rows that both sides changed, by key; null for a row that is gone. They are left alone. */
  refused: ReadonlyMap<string, Readonly<Row> | null>
  /** Everything that was read is in the grid now. */
  isWhole: boolean
  /** Brings a remembered state in line: rows that are in it as they began, and have not been changed in it. */
  correct(state: readonly GridRow[]): readonly GridRow[]
}

/**
 * Puts rows that others have saved among those of a grid: where the own row is as it was read, the other's takes its place. What both
 * sides changed is left to the merge at the save.
 */
export function receiveRows(held: HeldRows, theirs: readonly Row[], editor: OpenEditor | null): ReceivedRows {
  const { rows } = held
  const originalIds = held.filled.filter(({ isNew }) => !isNew).map(({ key }) => key)
  const now = new Map(theirs.map((row) => [String(row.id), row]))
  const beginnings = new Map(held.beginnings)
  const mine = new Map(rows.map((row) => [row.key, row]))
  const taken = new Map<string, GridRow>()
  const gone = new Set<string>()
  const refused = new Map<string, Readonly<Row> | null>()
  let isWhole = true

  for (const id of originalIds) {
    const begun = held.beginnings.get(id)
    const row = mine.get(id)
    const next = now.get(id) ?? null
    if (!begun || (next && isSameRow(begun, next))) continue
    if (row ? editor?.key === id : next !== null) {
      isWhole = false
      continue
    }
    // Both have removed it.
    if (!row) gone.add(id)
    else if (!isSameRow(row.values, begun)) refused.set(id, next)
    else if (next) taken.set(id, { key: id, isNew: false, values: next })
    else if (editor) isWhole = false
    else gone.add(id)
  }
  const known = new Set(originalIds)
  const others = theirs.filter(({ id }) => !known.has(String(id)))
  const added = editor
    ? []
    : others.map((values): GridRow => ({ key: String(values.id), isNew: false, values }))
  if (added.length < others.length || refused.size > 0) isWhole = false

  const isLeft = ({ key }: GridRow) => !gone.has(key)
  const asRead = (row: GridRow): GridRow => {
    const next = taken.get(row.key)
    const begun = held.beginnings.get(row.key)
    return next && begun && isSameRow(row.values, begun) ? next : row
  }
  const correct = (state: readonly GridRow[]): readonly GridRow[] => {
    if (taken.size === 0 && gone.size === 0 && added.length === 0) return state
    const kept = state.filter(isLeft).map(asRead)
    if (added.length === 0) return kept
    const present = new Set(kept.map(({ key }) => key))
    return [...kept, ...added.filter(({ key }) => !present.has(key))]
  }
  let next = correct(rows)
  // Who has changed nothing has no order of their own.
  if (isWhole && rows.length === originalIds.length && rows.every(isAsBegun(held))) {
    const byKey = new Map(next.map((row) => [row.key, row]))
    next = theirs.flatMap(({ id }) => byKey.get(String(id)) ?? [])
  }
  const came = [...taken.values(), ...added]
  for (const { key, values } of came) beginnings.set(key, values)
  return {
    rows: isSameList(next, rows) ? rows : next,
    beginnings,
    filled: [...held.filled.filter(isLeft).map((row) => taken.get(row.key) ?? row), ...added],
    arrived: new Set(came.map(({ key }) => key)),
    refused,
    isWhole,
    correct,
  }
}

const isSameList = (one: readonly GridRow[], other: readonly GridRow[]): boolean =>
  one.length === other.length && one.every((row, at) => row === other[at])

const isAsBegun =
  ({ beginnings }: HeldRows) =>
  ({ key, isNew, values }: GridRow) =>
    !isNew && isSameRow(values, beginnings.get(key) ?? values)

/** What is said of a cell of a row that both sides changed; null where there is nothing to say. */
export function noteOfRefused(
  theirs: Readonly<Row> | null | undefined,
  begun: Readonly<Row> | undefined,
  name: string,
): string | null {
  if (theirs === undefined) return null
  if (theirs === null) return t('他人已删除这一行，保存时请您选择')
  return text(theirs[name]) === text(begun?.[name]) ? null : t('他人已保存了另外的值，保存时合并')
}

/** An empty cell is null, '' or absent. Texts that come with values, and what the server keeps itself, say nothing of their own. */
function isSameRow(one: Readonly<Row>, other: Readonly<Row>): boolean {
  if (one === other) return true
  const names = Object.keys({ ...one, ...other })
  return names.every((name) => name.endsWith('_dictText') || text(one[name]) === text(other[name]))
}

function text(value: unknown): string {
  return value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
}
