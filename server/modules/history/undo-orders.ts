import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Undoing } from '#schemas/api/operation.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Language } from '#schemas/text/text.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Session } from '../../permission/session.ts'
import { TRIGGER, wantRun } from '../job/due-runs.ts'
import { type BegunOrder, createOrders, type Orders, STATUS } from '../job/orders.ts'

/** What became of orders is told for so many days. */
const KEPT_DAYS = 7
/** The job that carries them out. */
const JOB = { jobId: 'job-undo', jobClassName: 'undo' } as const

/** What is to be taken back, and how whoever ordered it is told. */
export interface WantedUndo {
  operationId: string
  /** Code and title of the form that the operation was done in. */
  form: string
  title: string
  language: Language
  address: string | null
  requestId: string
}

export interface BegunUndo extends BegunOrder, WantedUndo {}

/** The orders of operations that are taken back in the background. */
export interface UndoOrders extends Pick<Orders<BegunUndo>, 'reopen' | 'begin' | 'progress' | 'giveBack'> {
  /** Takes an order, and has it begun soon; an operation that is being taken back has one already. */
  add(session: Session, order: WantedUndo & { total: number }, now: Date): Promise<void>
  done(order: BegunUndo): Promise<boolean>
  fail(order: BegunUndo, error: string, problems: Undoing['problems']): Promise<boolean>
  expire(): Promise<number>
}

/** The orders in the database. */
export function createUndoOrders(pool: Pool): UndoOrders {
  const orders = createOrders<BegunUndo>(pool, {
    table: 'platform.undo_order',
    columns: 'operation_id as "operationId", form, title, language, address, request_id as "requestId"',
    given: '撤销进程多次中止，请联系管理员',
  })

  return {
    ...orders,

    add: (
      { userId, tenantId, username },
      { operationId, form, title, language, address, requestId, total },
      now,
    ) =>
      inTransaction(pool, async (client) => {
        await client.query(
          `insert into platform.undo_order (id, tenant_id, user_id, operation_id, form, title, language, address, request_id, total)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict (operation_id) where status in ('0', '1') do nothing`,
          [randomUUID(), tenantId, userId, operationId, form, title, language, address, requestId, total],
        )
        // Where a run is under way it takes this one, too.
        await wantRun(client, {
          ...JOB,
          parameter: null,
          trigger: TRIGGER.order,
          planTime: wireTime(now).datetime,
          by: username,
        })
      }),

    done: (order) => orders.set(order, `status = '${STATUS.done}', row_count = total, end_time = now()`),

    async fail(order, error, problems) {
      await orders.set(order, 'problems = $3', [problems.length > 0 ? JSON.stringify(problems) : null])
      return orders.fail(order, error)
    },

    expire: () => orders.expire(KEPT_DAYS),
  }
}
