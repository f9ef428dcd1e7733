import type { PoolClient } from 'pg'
import { MAIL_KIND_OF_CATEGORY } from '#schemas/api/personal.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Behaviour } from '../online-form/index.ts'
import { CHANNELS } from './receivers.ts'

const PUBLISHED = '1'
const MAX_TITLE = 100

/**
 * Who chose mails for announcements or for messages in the system gets one when such a thing is published. It waits for the
 * job that sends, like every other mail; the choice is looked at again there.
 */
export const announcementMails: Behaviour = {
  name: 'mails about announcements',
  forms: ['sys_announcement'],

  async after(changes, { client, session }) {
    for (const { before, after } of changes)
      if (after?.sendStatus === PUBLISHED && before?.sendStatus !== PUBLISHED)
        await orderMails(client, session.tenantId, after)
  },
}

/** One mail for each reader, so that an address that fails keeps no other from its mail. The text itself stays behind the sign-in. */
export async function orderMails(client: PoolClient, tenantId: number, row: Row): Promise<void> {
  const kind = MAIL_KIND_OF_CATEGORY[String(row.msgCategory)]
  if (kind === undefined) return
  const title = String(row.titile)
  await client.query(
    `insert into platform.sys_message
       (id, tenant_id, create_by, create_time, es_title, es_type, es_receiver, es_content, mail_kind)
     select gen_random_uuid()::text, $1, $2, localtimestamp(0), $3, $4, u.username, $5, $6::varchar
     from platform.sys_user u join platform.sys_user_tenant t on t.user_id = u.id
     where t.tenant_id = $1 and u.del_flag = 0 and u.status = 1 and u.email <> ''
       and $6::text = any(string_to_array(u.mail_kinds, ',')) and ($7::text[] is null or u.id = any($7))`,
    [
      tenantId,
      row.createBy ?? null,
      title.slice(0, MAX_TITLE),
      CHANNELS.mail,
      [title, row.msgAbstract, '请登录系统查看全文。'].filter(Boolean).join('\n\n'),
      kind,
      row.msgType === 'ALL'
        ? null
        : String(row.userIds ?? '')
            .split(',')
            .filter(Boolean),
    ],
  )
}
