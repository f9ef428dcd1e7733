import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { pushWith } from '../../socket/push.ts'
import { pushOf } from '../announcement/announcement-push.ts'
import { orderMails } from './announcement-mails.ts'

/** What the system itself tells users, and what opening it leads to. */
export interface UserMessage {
  tenantId: number
  userIds: readonly string[]
  title: string
  content: string
  /** Code of a page. */
  opens: string
  /** What is opened there, and of which kind it is. */
  busType: string
  busId: string
}

/**
 * Tells users something in the transaction that makes it true, and as part of no operation: it does not go when that is taken back.
 */
export async function tellUsers(client: PoolClient, message: UserMessage, now: Date): Promise<void> {
  const { tenantId, userIds, title, content, opens, busType, busId } = message
  const id = randomUUID()
  const row = { titile: title, msgCategory: '2', msgType: 'USER', userIds: userIds.join(',') }
  await client.query(
    `insert into platform.sys_announcement (id, tenant_id, titile, msg_content, msg_abstract, priority, msg_category,
       msg_type, user_ids, send_status, send_time, open_type, open_page, bus_type, bus_id, create_time)
     values ($1, $2, $3, $4, $5, 'L', $6, $7, $8, '1', $9, 'component', $10, $11, $12, $9)`,
    [
      ...[id, tenantId, title, `<p>${escaped(content)}</p>`, content],
      ...[row.msgCategory, row.msgType, row.userIds, wireTime(now).datetime, opens, busType, busId],
    ],
  )
  await client.query(
    `insert into platform.sys_announcement_send (id, annt_id, user_id, named)
     select gen_random_uuid()::text, $1, u.id, true from platform.sys_user u where u.id = any($2::text[])`,
    [id, userIds],
  )
  await orderMails(client, tenantId, { ...row, msgAbstract: content })
  await pushWith(client, pushOf(tenantId, id, row))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
