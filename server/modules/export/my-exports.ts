import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Row } from '#schemas/compile/model.ts'
import { pushWith } from '../../socket/push.ts'
import type { MadeFiles } from '../file/made-files.ts'
import { sizeText } from '../file/size-text.ts'
import { OPEN, STATUS } from '../job/orders.ts'
import type { ActionCall } from '../online-form/index.ts'
import type { ExportOrders, OwnOrder } from './export-orders.ts'

/** Lists of one's own exports load again. */
export const CHANGED = { cmd: 'rows', form: 'my_export' } as const

/** One's own exports as rows of the document `my_export`. */
export function createMyExports(orders: Pick<ExportOrders, 'ofUser'>) {
  return {
    list: async (session: Parameters<ExportOrders['ofUser']>[0]) => (await orders.ofUser(session)).map(rowOf),
    get: async (session: Parameters<ExportOrders['ofUser']>[0], id: string) => {
      const [found] = await orders.ofUser(session, id)
      return found ? rowOf(found) : null
    },
  }
}

/** What documents may call to be done with one's own exports. */
export const exportCalls = (files: Pick<MadeFiles, 'remove'>) =>
  ({
    async 'export.cancel'({ rows, step }) {
      await step.client.query(
        `update platform.export_order set status = $3, end_time = now()
         where id = any($1) and user_id = $2 and status in ${OPEN}`,
        [idsOf(rows), step.session.userId, STATUS.cancelled],
      )
      await tell(step)
      return { message: '已取消' }
    },

    async 'export.remove'({ rows, step }) {
      const { rows: gone } = await step.client.query<{ path: string | null }>(
        `delete from platform.export_order
         where id = any($1) and user_id = $2 and status not in ${OPEN} returning path`,
        [idsOf(rows), step.session.userId],
      )
      // What cannot be removed now ends by itself.
      for (const { path } of gone)
        if (path !== null) step.afterCommit(() => void files.remove(path).catch(() => undefined))
      await tell(step)
      return { message: '删除成功!' }
    },
  }) satisfies Record<string, ActionCall>

type Step = Parameters<ActionCall>[0]['step']

async function tell({ client, session }: Step): Promise<void> {
  await pushWith(client, {
    to: 'users',
    tenantId: session.tenantId,
    userIds: [session.userId],
    message: CHANGED,
  })
}

function idsOf(rows: readonly Readonly<Row>[]): string[] {
  return rows.map(({ id }) => String(id))
}

function rowOf({ id, title, status, rowCount, total, fileSize, error, createTime, endTime }: OwnOrder): Row {
  const all = Math.max(total, rowCount)
  const share = all === 0 ? 0 : Math.floor((100 * rowCount) / all)
  return {
    id,
    title,
    status,
    progress: status === STATUS.done ? `${rowCount}` : `${rowCount} / ${all} (${share}%)`,
    fileSize: fileSize === null ? null : sizeText(fileSize),
    error,
    createTime: wireTime(createTime).datetime,
    endTime: endTime && wireTime(endTime).datetime,
  }
}
