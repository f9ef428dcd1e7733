import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { isKept, isSameRow, mergeFields, type Side, type Sides, takeFields } from './merge-row.ts'
import type { PageModel, SubModel } from './page-model.ts'
import { rowsOf } from './rows-of.ts'

/** A difference between what the user has and what stands now. */
export interface MergePart {
  key: string
  /** The sub row that it is in; null for the main record. */
  row: { sub: SubModel; at: number; label: Row } | null
  /** The fields that differ, the one that is shown first; of a row that one side does not have, the columns that tell it. */
  fields: readonly Field[]
  /** The record or row on each side, null where it is not there. */
  sides: Sides<Row | null>
  /** The side that it is taken from unless the user says otherwise; null where both changed it. */
  from: 'mine' | 'current' | null
}

/** Two states of a record that began as one, put together. */
export interface RecordMerge {
  parts: readonly MergePart[]
  /** The record as decided, to be saved over what stands now. Undecided parts are those of the user. */
  build(decided: ReadonlyMap<string, Side>): Row
}

type Build = (sideOf: (part: MergePart) => Side) => Row | null

/**
 * Merges a record and its sub rows, which are told by their ids. Sub tables that the user's state does not hold were not
 * changed: they stay as they stand now, and are not in the result.
 */
export function mergeRecord(
  model: PageModel,
  { before, mine, current }: Sides<Row>,
  taken: ReadonlySet<string> = new Set(),
): RecordMerge {
  const parts: MergePart[] = []
  const main = mergeHeld(model.form, { before, mine, current }, null, parts, taken)
  const subs = model.subs.flatMap((model) => {
    const { code } = model.sub
    if (!Object.hasOwn(mine, code)) return []
    const lists = { before: rowsOf(before[code]), mine: rowsOf(mine[code]), current: rowsOf(current[code]) }
    return [{ code, rows: mergeRows(model, lists, parts) }]
  })
  const codes = new Set(model.form.subTables.map(({ code }) => code))
  return {
    parts,
    build(decided) {
      const sideOf = (part: MergePart) => decided.get(part.key) ?? part.from ?? 'mine'
      const own = Object.entries(main(sideOf) ?? {}).filter(([name]) => !codes.has(name))
      const record: Row = Object.fromEntries(own)
      for (const { code, rows } of subs)
        record[code] = rows.flatMap((build): Row[] => {
          const row = build(sideOf)
          return row ? [row] : []
        })
      return record
    },
  }
}

/** A record or row that both sides have, field by field. */
function mergeHeld(
  form: CompiledForm,
  given: Sides<Row>,
  row: MergePart['row'],
  parts: MergePart[],
  hidden: ReadonlySet<string> = new Set(),
): Build {
  // What the refusal of a save does not say, such as secrets, stands as it was read.
  const sides = { ...given, current: { ...given.before, ...given.current } }
  const fixed: { fields: readonly Field[]; from: Row }[] = []
  const open: MergePart[] = []
  for (const { fields, from, differs } of mergeFields(form, sides)) {
    const [first] = fields
    if (!differs || !first || hidden.has(first.name)) continue
    // What no form shows is decided without asking where only one side changed it.
    if (!first.inForm && from !== null) fixed.push({ fields, from: sides[from] })
    else open.push({ key: `${keyOf(row)}${first.name}`, row, fields, sides, from })
  }
  parts.push(...open)
  return (sideOf) =>
    takeFields(sides.current, [
      ...fixed,
      ...open.map((part) => ({ fields: part.fields, from: sides[sideOf(part)] })),
    ])
}

function mergeRows(sub: SubModel, lists: Sides<Row[]>, parts: MergePart[]): Build[] {
  const { form } = sub
  const pairs = pairsOf(sub, lists)
  return pairs.flatMap(({ before, mine, current }, at): Build[] => {
    const label = mine ?? current ?? before
    if (!label || (!mine && !current)) return []
    const row = { sub, at, label }
    if (mine && current) return [mergeHeld(form, { before: before ?? {}, mine, current }, row, parts)]
    const from = mine ? 'mine' : 'current'
    const other = mine ? 'current' : 'mine'
    const there = mine ?? current
    // A row that one side removed: the removal counts unless the other side changed the row.
    const isChanged = before !== null && there !== null && !isSameRow(form, before, there)
    const own = form.fields.filter((field) => !isKept(field))
    const part: MergePart = {
      key: keyOf(row),
      row,
      fields: own.filter(({ inForm }) => inForm),
      sides: { before, mine, current },
      from: before === null ? from : isChanged ? null : other,
    }
    parts.push(part)
    return [
      (sideOf) => {
        const chosen = part.sides[sideOf(part)]
        if (!chosen) return null
        // Gone from the server, so it is entered again; otherwise it is saved over what stands there.
        return current ? takeFields(current, [{ fields: own, from: chosen }]) : asNew(chosen)
      },
    ]
  })
}

type Pair = Sides<Row | null>

/** Rows of the three states side by side: those of the user in their order, then what only the other side has. */
function pairsOf({ sub }: SubModel, lists: Sides<Row[]>): Pair[] {
  if (sub.relation === 'one') {
    const [before = null, mine = null, current = null] = [lists.before[0], lists.mine[0], lists.current[0]]
    return [{ before, mine, current }]
  }
  const before = byId(lists.before)
  const current = byId(lists.current)
  const mine = byId(lists.mine)
  const pairs = lists.mine.map((row): Pair => {
    const id = idOf(row)
    if (id === null) return { before: null, mine: row, current: null }
    return { before: before.get(id) ?? null, mine: row, current: current.get(id) ?? null }
  })
  for (const [id, row] of current)
    if (!mine.has(id)) pairs.push({ before: before.get(id) ?? null, mine: null, current: row })
  // Typed into a form that is not saved either.
  for (const row of lists.current)
    if (idOf(row) === null) pairs.push({ before: null, mine: null, current: row })
  return pairs
}

function byId(rows: readonly Row[]): Map<string, Row> {
  return new Map(
    rows.flatMap((row) => {
      const id = idOf(row)
      return id === null ? [] : [[id, row] as const]
    }),
  )
}

function idOf({ id }: Row): string | null {
  return id === null || id === undefined || id === '' ? null : String(id)
}

function keyOf(row: MergePart['row']): string {
  return row ? `${row.sub.sub.code} ${idOf(row.label) ?? `new ${row.at}`} ` : ''
}

function asNew(row: Row): Row {
  const { id: _id, _version, ...rest } = row
  return takeFields(rest, [])
}
