import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { formView } from '../read/form-view.ts'
import { aroundRecord } from './around-record.ts'
import type { Step } from './behaviour.ts'
import type { BehaviourSteps } from './behaviour-steps.ts'
import { storedChange } from './logged-change.ts'
import { touchMains } from './main-records.ts'
import { checkRow, isChanged, type Prepared, prepareInsert, prepareUpdate } from './prepared-row.ts'
import { Refused, withRowErrors } from './refusal.ts'
import { insertRows, updateRows } from './row-changes.ts'
import { lockRows } from './row-locks.ts'
import { missingSubRows, refuseOdd } from './sub-rows.ts'
import { lockTree } from './tree-rows.ts'
import { refuseBuiltIn } from './unfit-rows.ts'
import { type RowRefusal, repeatedWithin } from './unique-values.ts'
import type { Unit } from './unit.ts'
import type { WriterParts } from './writer-parts.ts'

/** Rows that are judged and stored together. */
const BATCH_ROWS = 500

const GONE = '记录已被删除，或者您不能修改它'
const STALE = '记录已被他人修改，请重新核对'
const PARENT_NOT_KEPT = '上级所在的行没有导入'

/** A row as it was sent: a new record, or with an id changes of one; a version says which state of it they were made for. */
export interface SentRow {
  body: Row
  id?: string | undefined
  /** Of a tree: the place of the row that it is to stand below. */
  under?: number | undefined
}

/** What is wrong with each row, by its place; rows that were kept are not among them. */
export type Refusals = Map<number, readonly RowError[]>

export interface EachTools {
  parts: WriterParts
  steps: BehaviourSteps
  stepOf(unit: Unit): Step
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

/** A row and its place in what was asked. */
interface Draft {
  at: number
  main: Prepared
}

/**
 * Adds and changes rows of which each is judged by itself, as a save judges it: the good ones are kept, whatever is wrong with the
 * others. Judged and stored in batches; a batch that is refused as a whole is tried again in halves, down to the row that is meant.
 */
export async function keepEach(
  { parts, steps, stepOf }: EachTools,
  unit: Unit,
  form: CompiledForm,
  sent: readonly SentRow[],
  { trial, isFlat, alsoWrong, onProgress, onRead }: EachOptions = {},
): Promise<Refusals> {
  const { client, session } = unit
  const { documents, now } = parts
  const view = formView(session, form)
  const refusals: Refusals = new Map()
  const missing = missingSubRows(documents, form, [], true)
  const named = new Set<string>()
  /** Ids of the rows that were read, by their places. */
  const readIds = new Map<number, string>()

  async function prepared(at: number, body: Row, stored: Row | null): Promise<Prepared | null> {
    const errors = stored ? [] : [...missing]
    try {
      refuseOdd(form, body, [])
      if (stored) refuseBuiltIn(form, 'edit', [stored], session, now())
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusals.set(at, error.errors)
      return null
    }
    const around = await aroundRecord(parts, unit, form, body, stored, [])
    const main = stored
      ? prepareUpdate(parts, session, view, stored, body, around)
      : prepareInsert(parts, session, view, body, around)
    readIds.set(at, main.id)
    onRead?.(at, main)
    errors.push(...(alsoWrong?.(main) ?? []))
    if (stored && !isChanged(main) && errors.length === 0) return null
    if (!trial) errors.unshift(...checkRow(main))
    if (errors.length === 0) return main
    refusals.set(at, errors)
    // A trial says all that is wrong, not the first of it.
    return trial ? main : null
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
      await withRowErrors(documents, form, () => store(drafts, found))
      await client.query('release savepoint row_batch')
      for (const [at, errors] of found) refusals.set(at, [...(refusals.get(at) ?? []), ...errors])
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

  /** Stores the rows of a batch that nothing is wrong with; what is wrong with the others goes to `found`. */
  async function store(drafts: readonly Draft[], found: Refusals): Promise<void> {
    let open = [...drafts]
    const mains = () => open.map(({ main }) => main)
    /** Takes refused rows out, which are named by their places among `asked`; true where there were any. */
    const refused = (rows: readonly RowRefusal[], asked: readonly Draft[] = open): boolean => {
      for (const { at, error } of rows) {
        const place = asked[at]?.at
        if (place !== undefined) found.set(place, [...(found.get(place) ?? []), error])
      }
      open = open.filter(({ at }) => !found.has(at))
      return rows.length > 0
    }
    /** Stores those of one sort, as many as can be. */
    const kept = async (change: typeof insertRows, isOfSort: (draft: Draft) => boolean): Promise<void> => {
      for (;;) {
        const some = open.filter(isOfSort)
        if (some.length === 0) return
        const rows = some.map(({ main }) => main)
        if (!refused(await change(parts, client, form, rows, unit), some)) return
      }
    }
    const step = stepOf(unit)
    await steps.prepare(mains(), step)
    await steps.complete(mains(), step)
    const odd: Refusals = trial ? oddFields(open) : new Map()
    if (!trial) {
      refused(mains().flatMap((main, at) => checkRow(main).map((error) => ({ at, error }))))
      refused(
        repeatedWithin(
          form,
          mains().map(({ row }) => row),
        ),
      )
    }
    // Each asks only for the rows that those before it have left.
    while (open.length > 0 && refused(await steps.check(mains(), step)));
    for (const [at, errors] of odd) found.set(at, [...errors, ...(found.get(at) ?? [])])
    if (trial || open.length === 0) return
    // First those that may let go of a value which a new one takes.
    await kept(updateRows, ({ main }) => main.stored !== null)
    await kept(insertRows, ({ main }) => main.stored === null)
    if (open.length === 0) return
    await touchMains(
      documents,
      client,
      form,
      session,
      mains().flatMap(({ row, stored }) => (stored ? [stored, row] : [row])),
    )
    const done = mains().map((main) => storedChange(documents, main))
    unit.changes.push(...done)
    const errors = await steps.after(done, step)
    if (errors.length > 0) throw new Refused([...errors])
  }

  // A node of a tree may stand below another one of the file.
  const size = form.tree && !isFlat ? 1 : BATCH_ROWS
  const order = parentsFirst(sent)
  for (let from = 0; from < order.length; from += size) {
    const drafts: Draft[] = []
    const batch = order.slice(from, from + size)
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
      const main = await prepared(at, body, stored)
      if (main) drafts.push({ at, main })
    }
    await keep(drafts)
    onProgress?.(Math.min(from + size, sent.length))
  }
  return refusals
}

/** The rows with their places, each behind the one that it is to stand below; a ring of rows has no first one and stands at the end. */
function parentsFirst(sent: readonly SentRow[]): { at: number; row: SentRow }[] {
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

/** What is wrong with rows as far as it can be told without the database; what it is said of is left out of them, so that the rest can be judged, too. */
function oddFields(drafts: readonly Draft[]): Refusals {
  const odd: Refusals = new Map()
  for (const { at, main } of drafts) {
    const errors = checkRow(main)
    if (errors.length === 0) continue
    odd.set(at, errors)
    const kept = errors.map(({ field }) => [field, main.before[field] ?? null] as const)
    main.row = { ...main.row, ...Object.fromEntries(kept.filter(([field]) => field !== '')) }
  }
  return odd
}

function isOlder({ _version: version }: Row, stored: Row | null): boolean {
  return stored !== null && version !== undefined && Number(version) !== Number(stored._version)
}
