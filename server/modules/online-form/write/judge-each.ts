import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { formView } from '../read/form-view.ts'
import { idsByValues } from '../read/ids-by-values.ts'
import { keepEach, type SentRow } from './keep-each.ts'
import { isSame, normalised, type Prepared } from './prepared-row.ts'
import { storedColumns } from './row-input.ts'
import type { EachTools } from './store-batch.ts'
import { isComplete, keyOf, uniqueSets } from './unique-values.ts'
import type { Unit } from './unit.ts'

/** What rows of a file do to the records that are there: those with the same values in `keys` are meant. */
export interface Meeting {
  how: 'add' | 'change' | 'both'
  keys: readonly string[]
}

/** A row of a file: as a new record, and as changes of one that is there. */
export interface TriedRow {
  fresh: Row
  changes: Row
}

/** What would come of a row. */
export interface Judged {
  errors: readonly RowError[]
  /** The record that it changes, in the state that it was compared with; null for a new one. */
  record: { id: string; version: number } | null
  /** Values that the record has and would no longer have; null for a new one. */
  was: Row | null
  /** Of a tree: the parent that the record has. */
  parent?: unknown
  /** What no other row may have: the columns, and their values as one text. The record itself is named by no columns. */
  keys: readonly { columns: readonly string[]; value: string }[]
}

/** Says what would come of each row. The transaction is that of a trial: it is undone. */
export async function judgeEach(
  tools: EachTools,
  unit: Unit,
  form: CompiledForm,
  rows: readonly TriedRow[],
  meeting: Meeting,
): Promise<Judged[]> {
  const found = await meet(tools, unit, form, rows, meeting)
  const asked = [...found.entries()].flatMap(([at, one]) => ('sent' in one ? [{ at, sent: one.sent }] : []))
  const drafts = new Map<number, Prepared>()
  const refusals = await keepEach(
    tools,
    unit,
    form,
    asked.map(({ sent }) => sent),
    { trial: true, onRead: (place, draft) => drafts.set(asked[place]?.at ?? -1, draft) },
  )
  const errors = new Map([...refusals].map(([place, some]) => [asked[place]?.at ?? -1, some]))
  return found.map((one, at) => {
    if ('error' in one) return { errors: [one.error], record: null, was: null, keys: [] }
    const draft = drafts.get(at)
    return {
      errors: errors.get(at) ?? [],
      record: draft?.stored ? { id: draft.id, version: Number(draft.stored._version) } : null,
      was: draft?.stored ? replaced(draft) : null,
      ...(form.tree && draft?.stored ? { parent: draft.stored[form.tree.parent] ?? null } : {}),
      keys: draft ? keysOf(form, draft) : [],
    }
  })
}

type Met = { sent: SentRow } | { error: RowError }

/** The records that rows mean, by their key values. */
async function meet(
  { parts }: EachTools,
  { client, session }: Unit,
  form: CompiledForm,
  rows: readonly TriedRow[],
  { how, keys }: Meeting,
): Promise<Met[]> {
  if (how === 'add') return rows.map(({ fresh }) => ({ sent: { body: fresh } }))
  const titles = keys
    .map((name) => form.fields.find((field) => field.name === name)?.title ?? name)
    .join('、')
  const values = rows.map(({ fresh }) => {
    const row = normalised(form, fresh)
    return isComplete(keys, row) ? keys.map((name) => String(row[name])) : null
  })
  const ids = await idsByValues(client, formView(session, form), session, keys, values, parts.now())
  const wrong = (message: string): Met => ({ error: { field: keys[0] ?? '', message } })
  return rows.map(({ fresh, changes }, at) => {
    const own = values[at]
    const [id, ...more] = ids.get(at) ?? []
    if (more.length > 0) return wrong(`${titles}相同的记录有多条，无法确定要修改哪一条`)
    if (id !== undefined) return { sent: { id, body: changes } }
    if (how === 'both') return { sent: { body: fresh } }
    return wrong(own ? `没有${titles}为“${own.join('、')}”的记录` : `${titles}为空，无法确定要修改的记录`)
  })
}

function replaced({ view, row, stored }: Prepared): Row {
  const names = storedColumns(view.form).filter(
    (name) => view.columns.has(name) && !isSame(stored?.[name], row[name]),
  )
  return Object.fromEntries(names.map((name) => [name, stored?.[name] ?? null]))
}

function keysOf(form: CompiledForm, { row, stored, id }: Prepared): Judged['keys'] {
  return [
    ...(stored ? [{ columns: [], value: id }] : []),
    ...uniqueSets(form)
      .filter((columns) => isComplete(columns, row))
      .map((columns) => ({ columns, value: keyOf(columns, row) })),
  ]
}
