import type { DraftContent } from '#schemas/api/draft.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { mergeRecord, type RecordMerge } from '../model/merge-record.ts'
import { isKept, isSame, type Sides } from '../model/merge-row.ts'
import type { PageModel } from '../model/page-model.ts'
import { rowsOf } from '../model/rows-of.ts'
import type { RecordWork } from './record-work.ts'

/** What is typed and not saved, beside what was read; secrets are never part of it. `subs`: changed sub rows by code. */
export function draftContent(model: PageModel, { base, store }: RecordWork, subs: Row): DraftContent {
  const before = withoutSecrets(model.form, base)
  const mine: Row = {}
  const row = store.row()
  for (const field of model.form.fields) {
    const { name, view } = field
    if (isKept(field) || traitsOf(view).secret || store.isCalculated(name)) continue
    if (!isSame(field, base[name], row[name])) mine[name] = row[name] ?? null
  }
  for (const { sub, form } of model.subs) {
    if (!Object.hasOwn(subs, sub.code)) continue
    const rowsAs = (value: unknown) =>
      rowsOf(value).map((one) => ({ ...ofTheRow(one), ...withoutSecrets(form, one) }))
    before[sub.code] = rowsAs(base[sub.code])
    mine[sub.code] = rowsAs(subs[sub.code])
  }
  const version = base._version
  return { ...(typeof version === 'number' ? { version } : {}), before, mine }
}

/** The three states that a draft is merged from, over the record as it stands now. */
export function draftSides(
  model: PageModel,
  { before: kept, mine: typed }: DraftContent,
  record: Row,
): Sides<Row> {
  const codes = new Set(model.form.subTables.map(({ code }) => code))
  const own = Object.fromEntries(Object.entries(record).filter(([name]) => !codes.has(name)))
  // A new record has nothing that somebody else could have changed.
  const before: Row = record.id ? { ...own, ...kept } : { ...own }
  const mine: Row = { ...before, ...typed }
  for (const code of codes) if (!Object.hasOwn(typed, code)) delete mine[code]
  return { before, mine, current: record }
}

/** A draft over a form in which something may be typed already: neither takes anything from the other unseen. */
export function mergeDraft(
  model: PageModel,
  draft: DraftContent,
  { base, store }: RecordWork,
  subRows: Row,
  taken: ReadonlySet<string>,
): { merge: RecordMerge; goOn(merged: Row): { record: Row; entered: ReadonlySet<string> } } {
  // What rules calculated is calculated again, and is no other opinion than that of the draft.
  const typed = Object.fromEntries(Object.entries(store.row()).filter(([name]) => !store.isCalculated(name)))
  const sides = draftSides(model, draft, base)
  const merge = mergeRecord(model, { ...sides, current: { ...base, ...typed, ...subRows } }, taken)
  const changed = model.form.fields.filter(
    (field) => Object.hasOwn(typed, field.name) && !isSame(field, base[field.name], typed[field.name]),
  )
  return {
    merge,
    goOn: (merged) => ({
      record: { ...subRows, ...merged },
      entered: new Set([...Object.keys(draft.mine), ...changed.map(({ name }) => name)]),
    }),
  }
}

function withoutSecrets(form: CompiledForm, row: Row): Row {
  return Object.fromEntries(
    form.fields.flatMap((field) => {
      const { name, view } = field
      return isKept(field) || traitsOf(view).secret || row[name] === undefined ? [] : [[name, row[name]]]
    }),
  )
}

function ofTheRow({ id, _version }: Row): Row {
  return { ...(id ? { id } : {}), ...(_version === undefined ? {} : { _version }) }
}
