import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { formView } from '../read/form-view.ts'
import { aroundRecord } from './around-record.ts'
import type { Draft } from './keep-subs.ts'
import { checkRow, isChanged, type Prepared, prepareInsert, prepareUpdate } from './prepared-row.ts'
import { Refused, withRowErrors } from './refusal.ts'
import { lockRows } from './row-locks.ts'
import { addErrors, type EachTools, type Refusals, storeBatch } from './store-batch.ts'
import { missingSubRows, refuseOdd, subInputs } from './sub-rows.ts'
import { lockTree } from './tree-rows.ts'
import { refuseBuiltIn } from './unfit-rows.ts'
import type { Unit } from './unit.ts'

/** Rows that are judged and stored together. */
const BATCH_ROWS = 500
/** So many with their sub rows: the judgement of a batch lets nobody else in. */
const BATCH_WITH_SUBS = 2000

const GONE = '记录已被删除，或者您不能修改它'
const STALE = '记录已被他人修改，请重新核对'
const PARENT_NOT_KEPT = '上级所在的行没有导入'

/** A row as it was sent: a new record with its sub rows, or with an id changes of one; a version says which state of it they were made for. */
export interface SentRow {
  body: Row
  id?: string | undefined
  /** Of a tree: the place of the row that it is to stand below. */
  under?: number | undefined
}

interface PlacedRow {
  at: number
  row: SentRow
}

export interface EachOptions {
  /** Nothing is stored: for the transaction of a trial, which is undone. */
  trial?: true
  /** No row stands below another one: those of a tree are stored together, too. */
  isFlat?: true
  /** What else is wrong with a row. */
  alsoWrong?(row: Prepared): RowError[]
  /** Told how many of the rows are done with. */
  onProgress?(rows: number): void
  /** Told each row that could be read, as it would be stored. */
  onRead?(at: number, row: Prepared): void
}

/**
 * Adds and changes rows of which each is judged by itself, as a save judges it: the good ones are kept, whatever is wrong with the
 * others. Judged and stored in batches; a batch that is refused as a whole is tried again in halves, down to the row that is meant.
 */
export async function keepEach(
  tools: EachTools,
  unit: Unit,
  form: CompiledForm,
  sent: readonly SentRow[],
  { trial, isFlat, alsoWrong, onProgress, onRead }: EachOptions = {},
): Promise<Refusals> {
  const { parts } = tools
  const { client, session } = unit
  const { documents, now } = parts
  const view = formView(session, form)
  const refusals: Refusals = new Map()
  const named = new Set<string>()
  /** Ids of the rows that were read, by their places. */
  const readIds = new Map<number, string>()

  async function prepared(at: number, body: Row, stored: Row | null): Promise<Draft | null> {
    const subs = stored ? [] : subInputs(documents, form, body, session)
    const errors = stored ? [] : missingSubRows(documents, form, subs, true)
    try {
      refuseOdd(form, body, subs)
      if (stored) refuseBuiltIn(form, 'edit', [stored], session, now())
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusals.set(at, error.errors)
      return null
    }
    const around = await aroundRecord(parts, unit, form, body, stored, subs)
    const main = stored
      ? prepareUpdate(parts, session, view, stored, body, around)
      : prepareInsert(parts, session, view, body, around)
    readIds.set(at, main.id)
    onRead?.(at, main)
    errors.push(...(alsoWrong?.(main) ?? []))
    if (stored && !isChanged(main) && errors.length === 0) return null
    if (!trial) errors.unshift(...checkRow(main))
    if (errors.length === 0) return { at, main, subs }
    refusals.set(at, errors)
    // A trial says all that is wrong, not the first of it.
    return trial ? { at, main, subs } : null
  }

  /** The records that a batch changes, kept from changing until the transaction ends. */
  async function storedRows(rows: readonly SentRow[]): Promise<ReadonlyMap<string, Row>> {
    const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]))
    if (ids.length === 0) return new Map()
    if (form.tree && !trial) await lockTree(client, form, session.tenantId)
    const found = await lockRows(client, view, session, ids, now(), trial ? 'read' : 'change')
    return new Map(found.map((row) => [String(row.id), row]))
  }

  /** Keeps a batch, or parts of it where something refuses all of it. */
  async function keep(drafts: readonly Draft[]): Promise<void> {
    if (drafts.length === 0) return
    const [changes, committed] = [unit.changes.length, unit.committed.length]
    const found: Refusals = new Map()
    await client.query('savepoint row_batch')
    try {
      await withRowErrors(documents, form, () => storeBatch(tools, unit, form, drafts, found, trial === true))
      await client.query('release savepoint row_batch')
      for (const [at, errors] of found) addErrors(refusals, at, errors)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await client.query('rollback to savepoint row_batch; release savepoint row_batch')
      unit.changes.length = changes
      unit.committed.length = committed
      const [first, ...rest] = drafts
      if (first && rest.length === 0) refusals.set(first.at, error.errors)
      else {
        const middle = Math.ceil(drafts.length / 2)
        await keep(drafts.slice(0, middle))
        await keep(drafts.slice(middle))
      }
    }
  }

  // A node of a tree may stand below another one of the file.
  const size = form.tree && !isFlat ? 1 : BATCH_ROWS
  let done = 0
  for (const batch of batchesOf(parentsFirst(sent), size)) {
    const drafts: Draft[] = []
    const known = await storedRows(batch.map(({ row }) => row))
    for (const { at, row } of batch) {
      const { id, under } = row
      const parent = under === undefined ? undefined : readIds.get(under)
      if (form.tree && under !== undefined && (parent === undefined || refusals.has(under))) {
        refusals.set(at, [{ field: form.tree.parent, message: PARENT_NOT_KEPT }])
        continue
      }
      const body = form.tree && parent !== undefined ? { ...row.body, [form.tree.parent]: parent } : row.body
      const stored = id === undefined ? null : known.get(id)
      const isTwice = !trial && id !== undefined && named.has(id)
      if (stored === undefined || isTwice || isOlder(body, stored)) {
        refusals.set(at, [{ field: '', message: stored ? STALE : GONE }])
        continue
      }
      if (id !== undefined) named.add(id)
      const draft = await prepared(at, body, stored)
      if (draft) drafts.push(draft)
    }
    await keep(drafts)
    done += batch.length
    onProgress?.(done)
  }
  return refusals
}

/** The rows in their order, so many at a time, fewer where they bring many sub rows. */
function* batchesOf(rows: readonly PlacedRow[], most: number): Generator<PlacedRow[]> {
  let batch: PlacedRow[] = []
  let weight = 0
  for (const one of rows) {
    const own = weightOf(one.row)
    if (batch.length === most || (batch.length > 0 && weight + own > BATCH_WITH_SUBS)) {
      yield batch
      batch = []
      weight = 0
    }
    batch.push(one)
    weight += own
  }
  if (batch.length > 0) yield batch
}

/** A record and its sub rows. */
function weightOf({ body }: SentRow): number {
  return Object.values(body).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 0),
    1,
  )
}

/** The rows with their places, each behind the one that it is to stand below; a ring of rows has no first one and stands at the end. */
function parentsFirst(sent: readonly SentRow[]): PlacedRow[] {
  const rows = sent.map((row, at) => ({ at, row }))
  if (sent.every(({ under }) => under === undefined)) return rows
  const below = new Map<number, typeof rows>()
  for (const one of rows) {
    const { under } = one.row
    if (under === undefined) continue
    const siblings = below.get(under)
    if (siblings) siblings.push(one)
    else below.set(under, [one])
  }
  const order = rows.filter(({ row }) => row.under === undefined)
  // Those that are added are gone through, too.
  for (const { at } of order) order.push(...(below.get(at) ?? []))
  if (order.length < rows.length) {
    const placed = new Set(order)
    order.push(...rows.filter((one) => !placed.has(one)))
  }
  return order
}

function isOlder({ _version: version }: Row, stored: Row | null): boolean {
  return stored !== null && version !== undefined && Number(version) !== Number(stored._version)
}
