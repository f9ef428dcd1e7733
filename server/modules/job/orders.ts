import type { Pool } from 'pg'
import type { JobClass, JobRun } from './job-classes.ts'

/** What the words of an order's `status` mean. */
export const STATUS = { waiting: '0', running: '1', done: '2', failed: '3', cancelled: '4' } as const
/** Orders that wait or are under way, as SQL names them. */
export const OPEN = `('${STATUS.waiting}', '${STATUS.running}')`
/** Ends of processes that an order outlives: after more of them it may be what ends them. */
const MAX_ATTEMPTS = 3
const MAX_ERROR = 500

/** An order that was begun; `attempt` tells this beginning from any other. */
export interface BegunOrder {
  id: string
  tenantId: number
  userId: string
  username: string
  attempt: number
}

/** Work that users have ordered: what a job does with the rows of a table of orders. */
export interface Orders<O extends BegunOrder> {
  /** Lets orders wait again whose process has ended. Only one process at a time may work on orders. */
  reopen(): Promise<void>
  /** The oldest that waits; null where none does. */
  begin(): Promise<O | null>
  /** Changes an order; false once it is cancelled, or was begun anew. */
  set(order: O, change: string, values?: readonly unknown[]): Promise<boolean>
  /** Says how far it is; false as above. */
  progress(order: O, rows: number): Promise<boolean>
  fail(order: O, error: string): Promise<boolean>
  /** It waits again, as if it had not been begun. */
  giveBack(order: O): Promise<void>
  /** Ends those that ended so many days ago. */
  expire(days: number): Promise<number>
}

/**
 * The orders of a table. It has `id`, `tenant_id`, `user_id`, `status`, `attempts`, `row_count`, `error`, `create_time` and `end_time`;
 * `columns` names what an order says besides. `given` is said of an order that processes did not outlive.
 */
export function createOrders<O extends BegunOrder>(
  pool: Pool,
  { table, columns, given }: { table: string; columns: string; given: string },
): Orders<O> {
  const set: Orders<O>['set'] = async ({ id, attempt }, change, values = []) => {
    const { rowCount } = await pool.query(
      `update ${table} set ${change} where id = $1 and attempts = $2 and status = '${STATUS.running}'`,
      [id, attempt, ...values],
    )
    return rowCount === 1
  }

  return {
    set,

    async reopen() {
      await pool.query(
        `update ${table} set status = case when attempts >= $1 then '${STATUS.failed}' else '${STATUS.waiting}' end,
           error = case when attempts >= $1 then $2 end,
           end_time = case when attempts >= $1 then now() end, row_count = 0
         where status = '${STATUS.running}'`,
        [MAX_ATTEMPTS, given],
      )
    },

    async begin() {
      const { rows } = await pool.query<O>(
        `update ${table} set status = '${STATUS.running}', attempts = attempts + 1, row_count = 0
         where id = (select id from ${table} where status = '${STATUS.waiting}'
                     order by create_time, id for update skip locked limit 1)
         returning id, tenant_id as "tenantId", user_id as "userId",
           (select username from platform.sys_user u where u.id = user_id) as username, attempts as attempt, ${columns}`,
      )
      return rows[0] ?? null
    },

    progress: (order, rows) => set(order, 'row_count = $3', [rows]),

    fail: (order, error) =>
      set(order, `status = '${STATUS.failed}', error = $3, end_time = now()`, [error.slice(0, MAX_ERROR)]),

    async giveBack(order) {
      await set(order, `status = '${STATUS.waiting}', attempts = attempts - 1, row_count = 0`)
    },

    async expire(days) {
      const { rowCount } = await pool.query(
        `delete from ${table}
         where status not in ${OPEN} and coalesce(end_time, create_time) < now() - make_interval(days => $1)`,
        [days],
      )
      return rowCount ?? 0
    },
  }
}

/** The work of a job that carries orders out, so many at a time, until none waits. */
export function orderJob<O extends BegunOrder>(
  orders: Pick<Orders<O>, 'reopen' | 'begin'>,
  { atOnce, told }: { atOnce: number; told(count: number): string },
  perform: (order: O, signal: AbortSignal) => Promise<void>,
): JobClass {
  const job = async ({ say, idle, signal }: JobRun) => {
    await orders.reopen()
    let count = 0
    const work = async () => {
      while (!signal.aborted) {
        const order = await orders.begin()
        if (order === null) return
        count += 1
        await perform(order, signal)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (count === 0) idle()
    else say(told(count))
  }
  return Object.assign(job, { carriesOn: true as const })
}
