import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { MAX_ACTION_RECORDS } from '#schemas/api/action.ts'
import type { MoveBody } from '#schemas/api/record.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { answeredOnce } from '../../../operation/idempotency.ts'
import { recordOperation } from '../../../operation/operation-log.ts'
import { refuseShared } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import { formView } from '../read/form-view.ts'
import { isKey } from '../read/record-source.ts'
import { hasTable } from '../sql/record-table.ts'
import type { Behaviour, FormChange, Step } from './behaviour.ts'
import { behaviourSteps } from './behaviour-steps.ts'
import { createManyEdits, type ManyEdits } from './edit-many.ts'
import { createFileRows, type FileRows } from './file-rows.ts'
import { moveRow } from './move-row.ts'
import { Refused, refusedAsAnswer, withRowErrors } from './refusal.ts'
import type { Restoring } from './restore.ts'
import type { LostRows } from './row-again.ts'
import { lockRows } from './row-locks.ts'
import type { Unit } from './unit.ts'
import { createUnitOfWork } from './unit-of-work.ts'
import { sameFor } from './update-each.ts'
import type { WriteContext, WriterParts } from './writer-parts.ts'

/** A change is done, or refused with the errors of its rows. */
export type SaveAnswer = { saved: true; id: string } | { saved: false; errors: RowError[] }

/** What an action works with: the stored records, and the transaction. */
export interface ActionStep {
  rows: readonly Row[]
  step: Step
  /** Sets fields of these records, or of some of them, whether or not the caller may change them in the form; the user's row rule must show what comes of it. */
  set(values: Row, ids?: readonly string[]): Promise<void>
}

/** A transaction that adds and changes records of several forms, each as its caller may by itself. */
export interface Together {
  client: PoolClient
  session: Session
  step: Step
  insert(form: CompiledForm, body: Row): Promise<string>
  update(form: CompiledForm, body: Row): Promise<string>
}

/** Changes records of online forms: one request, one transaction, one entry of the operation log. */
export interface FormWriter extends FileRows, ManyEdits {
  insert(form: CompiledForm, body: Row, context: WriteContext): Promise<SaveAnswer>
  /** `lost`: what the record was is had back, with these sub rows of the body that were deleted, under their own keys. */
  update(form: CompiledForm, body: Row, context: WriteContext, lost?: LostRows): Promise<SaveAnswer>
  /** Deletes what the user may see of these; 404 when that is nothing, or less than a behaviour of the form asks for. Answers how many. */
  remove(form: CompiledForm, ids: readonly string[], context: WriteContext): Promise<number>
  /** Puts a record of a tree to another place among its siblings, or below another one: see `list.order` of documents. */
  move(form: CompiledForm, move: MoveBody, context: WriteContext): Promise<SaveAnswer>
  /**
   * Does something to records, all of which the user must see: they are locked while `work` runs. What it answers is
   * what a repeat of the same request (`asked`) is answered, too. `computed` reads the rows of a form that has no table.
   */
  act(
    form: CompiledForm,
    action: {
      code: string
      ids: readonly string[]
      asked: unknown
      computed(session: Session, ids: readonly string[]): Promise<readonly Row[]>
    },
    context: WriteContext,
    work: (at: ActionStep) => Promise<string>,
  ): Promise<{ done: true; answer: string } | { done: false; errors: RowError[] }>
  /**
   * Brings records back to what they were before an operation; `read` says what it did, inside the transaction. It is an
   * operation itself; `batchId` names what is taken back. Answers how many records there were.
   */
  restore(
    form: CompiledForm,
    action: { code: 'undo' | 'restore'; batchId?: string },
    context: WriteContext,
    read: (client: PoolClient) => Promise<Omit<Restoring, 'form'>>,
  ): Promise<{ operation: string; count: number }>
  /** Changes of several forms that are kept together or not at all. A refused row throws `Refused`; `resource` names them in the log. */
  together(
    resource: string,
    action: string,
    context: WriteContext,
    work: (at: Together) => Promise<void>,
  ): Promise<void>
}

/** The writer over the write pool: opens the transaction, and closes it with the entry of the log. */
export function createFormWriter(
  given: Omit<WriterParts, 'now'> & Partial<Pick<WriterParts, 'now'>> & { behaviours: readonly Behaviour[] },
): FormWriter {
  const parts: WriterParts = { ...given, now: given.now ?? (() => new Date()) }
  const { pool, documents, changes, now } = parts
  const units = createUnitOfWork(parts, behaviourSteps(given.behaviours))

  /** One transaction: a key is claimed, the work done, its changes logged, and what was counted of the tables forgotten. */
  async function transact(
    resource: string,
    action: string,
    context: WriteContext,
    request: unknown,
    work: (unit: Unit) => Promise<string>,
    batchId?: string,
  ): Promise<string> {
    const { session, requestId, address } = context
    let done: readonly FormChange[] = []
    const committed: (() => void)[] = []
    const answer = await inTransaction(pool, (client) => {
      // A transaction that is begun again has committed nothing.
      committed.length = 0
      done = []
      const who = { client, session, requestId, address, action, operation: randomUUID(), batchId }
      const unit: Unit = { ...who, changes: [], committed, depth: 0 }
      return answeredOnce(client, context, request, async () => {
        const result = await work(unit)
        await units.finish(unit)
        const logged = unit.loggedAs ?? action
        await recordOperation(client, { ...unit, id: unit.operation, action: logged, resource })
        done = unit.changes
        return result
      })
    })
    for (const table of new Set(done.map(({ table }) => table))) changes.bump(table)
    if (done.length > 0) parts.onChanged?.(context, done)
    for (const follow of committed) follow()
    return answer
  }

  /** The same for records of one form. */
  async function change(
    form: CompiledForm,
    action: string,
    context: WriteContext,
    request: unknown,
    work: (unit: Unit) => Promise<string>,
    batchId?: string,
  ): Promise<string> {
    refuseShared(context.session, form)
    return withRowErrors(documents, form, () => transact(form.code, action, context, request, work, batchId))
  }

  /** Changes the rows of a table; computed ones have nothing that could be changed. */
  const changeStored: typeof change = async (form, ...rest) => {
    refuseComputed(form)
    return change(form, ...rest)
  }

  return {
    ...createFileRows(pool, units, changeStored, withoutSecrets),
    ...createManyEdits(pool, units, changeStored, withoutSecrets),

    insert: async (form, body, context) =>
      saved(
        changeStored(form, 'add', context, ['add', form.code, withoutSecrets(form, body)], (unit) =>
          units.insert(unit, form, body),
        ),
      ),

    update: async (form, body, context, lost) =>
      saved(
        changeStored(form, 'edit', context, ['edit', form.code, withoutSecrets(form, body)], (unit) =>
          units.update(lost ? Object.assign(unit, { loggedAs: 'revert' }) : unit, form, body, lost),
        ),
      ),

    async remove(form, ids, context) {
      const wanted = keysOf(ids)
      if (wanted.length === 0) throw badRequest('参数不识别！')
      const action = wanted.length > 1 ? 'batch_delete' : 'delete'
      const count = await refusedAsAnswer(() =>
        changeStored(form, action, context, [action, form.code, wanted], async (unit) =>
          String(await units.remove(unit, form, wanted)),
        ),
      )
      return Number(count)
    },

    move: async (form, move, context) =>
      saved(
        changeStored(form, 'move', context, ['move', form.code, move], async (unit) => {
          await moveRow(parts, units, unit, form, move)
          return move.id
        }),
      ),

    async act(form, { code, ids, asked, computed }, context, work) {
      const wanted = keysOf(ids)
      const rowsOf = async ({ client, session }: Unit, keys: readonly string[]): Promise<readonly Row[]> => {
        if (keys.length === 0) return []
        if (!hasTable(form)) return computed(session, keys)
        return lockRows(client, formView(session, form), session, keys, now(), 'change')
      }
      const answer = await saved(
        change(form, code, context, asked, async (unit) => {
          const rows = await rowsOf(unit, wanted)
          if (rows.length < wanted.length) throw notFound()
          const set: ActionStep['set'] = async (values, some = wanted) => {
            refuseComputed(form)
            await units.set(unit, form, sameFor(some, values))
          }
          return work({ rows, step: units.stepOf(unit), set })
        }),
      )
      return answer.saved ? { done: true, answer: answer.id } : { done: false, errors: answer.errors }
    },

    async restore(form, { code, batchId }, context, read) {
      const answer = await refusedAsAnswer(() =>
        changeStored(
          form,
          code,
          context,
          [code, form.code, batchId],
          async (unit) => {
            const asked = await read(unit.client)
            await units.restore(unit, { ...asked, form })
            const count = asked.changes.filter((change) => change.form === form).length
            return JSON.stringify({ operation: unit.operation, count })
          },
          batchId,
        ),
      )
      return JSON.parse(answer)
    },

    async together(resource, action, context, work) {
      await transact(resource, action, context, [action, resource], async (unit) => {
        const change =
          (verb: 'insert' | 'update') =>
          async (form: CompiledForm, body: Row): Promise<string> => {
            refuseComputed(form)
            refuseShared(unit.session, form)
            return withRowErrors(documents, form, () => units[verb](unit, form, body))
          }
        const { client, session } = unit
        const step = units.stepOf(unit)
        await work({ client, session, step, insert: change('insert'), update: change('update') })
        return ''
      })
    },
  }
}

async function saved(answer: Promise<string>): Promise<SaveAnswer> {
  try {
    return { saved: true, id: await answer }
  } catch (error) {
    if (error instanceof Refused) return { saved: false, errors: error.errors }
    throw error
  }
}

function refuseComputed(form: CompiledForm): void {
  if (!hasTable(form)) throw badRequest('该数据由程序计算，不能改动')
}

/** A body as the claim of its key remembers it, by a hash too fast for what is secret. */
function withoutSecrets(form: CompiledForm, body: Row): Row {
  const secret = form.fields.filter(({ view }) => traitsOf(view).secret).map(({ name }) => name)
  return secret.length === 0 ? body : { ...body, ...Object.fromEntries(secret.map((name) => [name, null])) }
}

function keysOf(ids: readonly string[]): string[] {
  const wanted = [...new Set(ids.filter(isKey))]
  if (wanted.length > MAX_ACTION_RECORDS) throw badRequest(`一次最多处理 ${MAX_ACTION_RECORDS} 条`)
  return wanted
}
