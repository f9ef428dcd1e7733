import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { ExportFormat, SubRowPlace } from '#schemas/api/export.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Language } from '#schemas/text/text.ts'
import { inTransaction } from '../../database/transaction.ts'
import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import { TRIGGER, wantRun } from '../job/due-runs.ts'

/** What the words of `status` mean. */
export const STATUS = { waiting: '0', running: '1', done: '2', failed: '3', cancelled: '4' } as const
/** Orders and their files are kept for so many days. */
export const KEPT_DAYS = 7
/** The job that makes the files. */
const JOB = { jobId: 'job-export', jobClassName: 'export' } as const
/** Orders of a user that wait or are under way. */
const MAX_OPEN = 3
/** Ends of processes that an order outlives: after more of them it may be what ends them. */
const MAX_ATTEMPTS = 3

/** What is to be made. */
export interface OrderedFile {
  query: Readonly<Record<string, unknown>>
  fields?: string | undefined
  format: ExportFormat
  subRows?: SubRowPlace
  origin: string
  language: Language
}

/** An order that was begun; `attempt` tells this beginning from any other. */
export interface BegunOrder {
  id: string
  tenantId: number
  userId: string
  username: string
  form: string
  title: string
  wanted: OrderedFile
  attempt: number
}

/** An order as its user sees it. */
export interface OwnOrder {
  id: string
  title: string
  status: string
  rowCount: number
  total: number
  path: string | null
  fileName: string | null
  fileSize: number | null
  error: string | null
  createTime: Date
  endTime: Date | null
}

/** The orders of exports that are made in the background. */
export interface ExportOrders {
  /** Takes an order, and has it begun soon; answers its id. */
  add(
    session: Session,
    order: { form: string; title: string; total: number; wanted: OrderedFile },
    now: Date,
  ): Promise<string>
  /** Lets orders wait again whose process has ended. Only one process at a time may work on orders. */
  reopen(): Promise<void>
  /** The oldest that waits; null where none does. */
  begin(): Promise<BegunOrder | null>
  /** Says how far it is; false once it is cancelled, or was begun anew. */
  progress(order: BegunOrder, rows: number): Promise<boolean>
  done(order: BegunOrder, file: { path: string; name: string; size: number; rows: number }): Promise<boolean>
  fail(order: BegunOrder, error: string): Promise<boolean>
  /** It waits again, as if it had not been begun. */
  giveBack(order: BegunOrder): Promise<void>
  ofUser(session: Pick<Session, 'userId' | 'tenantId'>, id?: string): Promise<OwnOrder[]>
  /** Ends those that are old; their files end by themselves. */
  expire(): Promise<number>
}

const OPEN = `('${STATUS.waiting}', '${STATUS.running}')`
/** This beginning of the order, as long as nobody ended it. */
const STILL = `id = $1 and attempts = $2 and status = '${STATUS.running}'`

/** The orders in the database. */
export function createExportOrders(pool: Pool): ExportOrders {
  const set = async (
    order: BegunOrder,
    change: string,
    values: readonly unknown[] = [],
  ): Promise<boolean> => {
    const { rowCount } = await pool.query(`update platform.export_order set ${change} where ${STILL}`, [
      order.id,
      order.attempt,
      ...values,
    ])
    return rowCount === 1
  }

  return {
    add: ({ userId, tenantId, username }, { form, title, total, wanted }, now) =>
      inTransaction(pool, async (client) => {
        await client.query("select pg_advisory_xact_lock(hashtext('export order'), hashtext($1))", [userId])
        const { rows } = await client.query<{ open: number }>(
          `select count(*)::int as open from platform.export_order where user_id = $1 and status in ${OPEN}`,
          [userId],
        )
        if ((rows[0]?.open ?? 0) >= MAX_OPEN)
          throw badRequest(`最多同时进行 ${MAX_OPEN} 个后台导出，请等待其完成或取消`)
        const id = randomUUID()
        await client.query(
          `insert into platform.export_order (id, tenant_id, user_id, form, title, wanted, total)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [id, tenantId, userId, form, title, JSON.stringify(wanted), total],
        )
        // Where a run is under way it takes this one, too.
        await wantRun(client, {
          ...JOB,
          parameter: null,
          trigger: TRIGGER.order,
          planTime: wireTime(now).datetime,
          by: username,
        })
        return id
      }),

    async reopen() {
      await pool.query(
        `update platform.export_order set status = case when attempts >= $1 then '${STATUS.failed}' else '${STATUS.waiting}' end,
           error = case when attempts >= $1 then $2 end,
           end_time = case when attempts >= $1 then now() end, row_count = 0
         where status = '${STATUS.running}'`,
        [MAX_ATTEMPTS, '导出进程多次中止，请缩小范围后重试'],
      )
    },

    async begin() {
      const { rows } = await pool.query<BegunOrder>(
        `update platform.export_order set status = '${STATUS.running}', attempts = attempts + 1, row_count = 0
         where id = (select id from platform.export_order where status = '${STATUS.waiting}'
                     order by create_time, id for update skip locked limit 1)
         returning id, tenant_id as "tenantId", user_id as "userId",
           (select username from platform.sys_user u where u.id = user_id) as username, form, title, wanted, attempts as attempt`,
      )
      return rows[0] ?? null
    },

    progress: (order, rows) => set(order, 'row_count = $3', [rows]),

    done: (order, { path, name, size, rows }) =>
      set(
        order,
        `status = '${STATUS.done}', path = $3, file_name = $4, file_size = $5, row_count = $6, end_time = now()`,
        [path, name, size, rows],
      ),

    fail: (order, error) =>
      set(order, `status = '${STATUS.failed}', error = $3, end_time = now()`, [error.slice(0, 500)]),

    async giveBack(order) {
      await set(order, `status = '${STATUS.waiting}', attempts = attempts - 1, row_count = 0`)
    },

    async ofUser({ userId, tenantId }, id) {
      const { rows } = await pool.query<OwnOrder>(
        `select id, title, status, row_count as "rowCount", total, path, file_name as "fileName", file_size as "fileSize",
           error, create_time as "createTime", end_time as "endTime"
         from platform.export_order where user_id = $1 and tenant_id = $2 and ($3::text is null or id = $3)
         order by create_time desc`,
        [userId, tenantId, id ?? null],
      )
      return rows
    },

    async expire() {
      const { rowCount } = await pool.query(
        `delete from platform.export_order
         where status not in ${OPEN} and coalesce(end_time, create_time) < now() - make_interval(days => $1)`,
        [KEPT_DAYS],
      )
      return rowCount ?? 0
    },
  }
}
