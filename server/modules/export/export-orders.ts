import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { ExportFormat, SubRowPlace } from '#schemas/api/export.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Language } from '#schemas/text/text.ts'
import { inTransaction } from '../../database/transaction.ts'
import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import { TRIGGER, wantRun } from '../job/due-runs.ts'
import { type BegunOrder as Begun, createOrders, OPEN, type Orders, STATUS } from '../job/orders.ts'

/** Orders and their files are kept for so many days. */
export const KEPT_DAYS = 7
/** The job that makes the files. */
const JOB = { jobId: 'job-export', jobClassName: 'export' } as const
/** Orders of a user that wait or are under way. */
const MAX_OPEN = 3

/** What is to be made. */
export interface OrderedFile {
  query: Readonly<Record<string, unknown>>
  fields?: string | undefined
  format: ExportFormat
  subRows?: SubRowPlace
  origin: string
  language: Language
}

/** An order that was begun. */
export interface BegunOrder extends Begun {
  form: string
  title: string
  wanted: OrderedFile
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
export interface ExportOrders
  extends Pick<Orders<BegunOrder>, 'reopen' | 'begin' | 'progress' | 'fail' | 'giveBack'> {
  /** Takes an order, and has it begun soon; answers its id. */
  add(
    session: Session,
    order: { form: string; title: string; total: number; wanted: OrderedFile },
    now: Date,
  ): Promise<string>
  done(order: BegunOrder, file: { path: string; name: string; size: number; rows: number }): Promise<boolean>
  ofUser(session: Pick<Session, 'userId' | 'tenantId'>, id?: string): Promise<OwnOrder[]>
  /** Ends those that are old; their files end by themselves. */
  expire(): Promise<number>
}

/** The orders in the database. */
export function createExportOrders(pool: Pool): ExportOrders {
  const orders = createOrders<BegunOrder>(pool, {
    table: 'platform.export_order',
    columns: 'form, title, wanted',
    given: '导出进程多次中止，请缩小范围后重试',
  })

  return {
    ...orders,

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

    done: (order, { path, name, size, rows }) =>
      orders.set(
        order,
        `status = '${STATUS.done}', path = $3, file_name = $4, file_size = $5, row_count = $6, end_time = now()`,
        [path, name, size, rows],
      ),

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

    expire: () => orders.expire(KEPT_DAYS),
  }
}
