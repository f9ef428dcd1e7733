import type { Pool } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { JobClass } from '../job/job-classes.ts'
import type { ActionCall } from '../online-form/index.ts'
import { type Channel, findReceivers, receiverFault } from './receivers.ts'
import type { MessageSender } from './senders.ts'

const MAX_TRIES = 3
/** Wait after the first and the second try that failed. */
const AGAIN_MINUTES = [1, 5]
/** A process that was to send and has said nothing for this long is gone: the message is tried again. */
const CLAIM_MINUTES = 5
const AT_ONCE = 20
const MAX_RESULT = 500

interface Waiting {
  id: string
  tenant_id: number
  create_by: string | null
  es_title: string
  es_type: string
  es_receiver: string
  es_content: string
  es_send_num: number
  mail_kind: string
  delivered: string[]
}

/**
 * Sends what waits and whose time has come. A message is claimed by one process before it is sent and tried three times;
 * one whose sender ended between sending and noting it is sent a second time. What was sent is noted for each receiver: a further
 * try goes to the others alone.
 */
export function sendMessages(
  pool: Pool,
  senders: Readonly<Record<Channel, MessageSender>>,
  now: () => Date = () => new Date(),
): JobClass {
  async function claim(): Promise<Waiting[]> {
    const { rows } = await pool.query<Waiting>(
      `update platform.sys_message set es_send_num = es_send_num + 1, next_try = now() + make_interval(mins => $2)
       where id in (select id from platform.sys_message
         where es_send_status = '0' and (es_send_time is null or es_send_time <= $1) and (next_try is null or next_try <= now())
         order by create_time limit $3 for update skip locked)
       returning id, tenant_id, create_by, es_title, es_type, es_receiver, es_content, es_send_num, mail_kind, delivered`,
      [wireTime(now()).datetime, CLAIM_MINUTES, AT_ONCE],
    )
    return rows
  }

  async function send(message: Waiting): Promise<string> {
    const type = message.es_type
    const found = await findReceivers(pool, {
      type,
      tenantId: message.tenant_id,
      receivers: message.es_receiver,
      mailKind: message.mail_kind,
    })
    const fault = receiverFault(type, found)
    if (fault) throw new Error(fault)
    if (found.addresses.length === 0) return '接收人已关闭邮件接收，未发送'
    const sender = Object.hasOwn(senders, type) ? senders[type as Channel] : undefined
    if (!sender) throw new Error('没有这种消息的发送通道')
    return sender.send({
      tenantId: message.tenant_id,
      author: message.create_by ?? '',
      title: message.es_title,
      content: message.es_content,
      receivers: found.addresses,
      delivered: message.delivered,
      // With many receivers the work takes longer than a claim lasts.
      async noteDelivered(receiver) {
        await pool.query(
          `update platform.sys_message set delivered = array_append(delivered, $2),
             next_try = now() + make_interval(mins => $3) where id = $1`,
          [message.id, receiver, CLAIM_MINUTES],
        )
      },
    })
  }

  const note = (id: string, status: string, result: string, againMinutes: number | null) =>
    pool.query(
      `update platform.sys_message set es_send_status = $2::varchar, es_result = $3,
         es_send_time = case when $2::varchar = '1' then $5::timestamp else es_send_time end,
         next_try = case when $4::int is null then null else now() + make_interval(mins => $4::int) end,
         version = version + 1
       where id = $1`,
      [id, status, result.slice(0, MAX_RESULT), againMinutes, wireTime(now()).datetime],
    )

  return async ({ say, idle, signal }) => {
    const counts = { sent: 0, failed: 0 }
    for (let some = await claim(); some.length > 0 && !signal.aborted; some = await claim())
      for (const message of some)
        try {
          await note(message.id, '1', await send(message), null)
          counts.sent += 1
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          const isLast = message.es_send_num >= MAX_TRIES
          await note(
            message.id,
            isLast ? '2' : '0',
            reason,
            isLast ? null : (AGAIN_MINUTES[message.es_send_num - 1] ?? 5),
          )
          say(`“${message.es_title}”第 ${message.es_send_num} 次发送失败：${reason}`)
          counts.failed += 1
        }
    if (counts.sent + counts.failed === 0) idle()
    else say(`发送成功 ${counts.sent} 条，失败 ${counts.failed} 条`)
  }
}

/** What documents may call to be done with messages that were given up. */
export const outgoingMessageCalls = {
  async 'message.resend'({ rows, set, step }) {
    await set({ esSendStatus: '0', esSendNum: 0 })
    await step.client.query('update platform.sys_message set next_try = null where id = any($1::text[])', [
      rows.map(({ id }) => id),
    ])
    return { message: '已重新加入发送队列' }
  },
} satisfies Record<string, ActionCall>
