import type { PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import { pushWith } from '../../socket/push.ts'
import { type Behaviour, type FormChange, Refused, type Step } from '../online-form/index.ts'
import { CONTENT, completeContent, contentFault, namedUsers } from './announcement-content.ts'
import { pushOf } from './announcement-push.ts'

const PUBLISHED = '1'

/**
 * What a change of announcements does besides storing them: the content is cleaned and judged, recipients get their rows,
 * and whoever sees another list than before is told with the commit.
 */
export const announcementRules: Behaviour = {
  name: 'announcements',
  forms: ['sys_announcement'],
  removesTogether: true,

  async prepare(drafts, { client, session }) {
    for (const { row, stored } of drafts) {
      const isRewritten = stored === null || CONTENT.some((name) => !isSame(stored[name], row[name]))
      if (!isRewritten) continue
      completeContent(row)
      const before = new Set(namedUsers(stored?.userIds))
      const added = namedUsers(row.userIds).filter((id) => !before.has(id))
      const fault = contentFault(row) ?? (await unknownUser(client, session.tenantId, added))
      if (fault) throw new Refused([fault])
    }
  },

  async after(changes, step) {
    for (const change of changes) {
      await writeRecipients(step.client, change)
      await tellReaders(change, step)
    }
  },
}

function isSame(a: unknown, b: unknown): boolean {
  return String(a ?? '') === String(b ?? '')
}

async function unknownUser(client: PoolClient, tenantId: number, ids: readonly string[]) {
  if (ids.length === 0) return null
  const { rows } = await client.query<{ found: string }>(
    `select count(*) as found from platform.sys_user u join platform.sys_user_tenant t on t.user_id = u.id
     where u.id = any($1::text[]) and t.tenant_id = $2 and u.del_flag = 0`,
    [ids, tenantId],
  )
  return Number(rows[0]?.found) === ids.length
    ? null
    : { field: 'userIds', message: '指定用户不存在，请重新选择' }
}

/** Named users have a row each; it says later that they have read. */
async function writeRecipients(client: PoolClient, { recordId, before, after }: FormChange): Promise<void> {
  if (after === null || (before && before.msgType === after.msgType && isSame(before.userIds, after.userIds)))
    return
  await client.query('delete from platform.sys_announcement_send where annt_id = $1', [recordId])
  // Users who were deleted for good since they were named have nothing to read.
  await client.query(
    `insert into platform.sys_announcement_send (id, annt_id, user_id, named)
     select gen_random_uuid()::text, $1, u.id, true from platform.sys_user u where u.id = any($2::text[])`,
    [recordId, namedUsers(after.userIds)],
  )
}

async function tellReaders(
  { recordId, before, after }: FormChange,
  { client, session }: Step,
): Promise<void> {
  const is = (row: Row | null) => row?.sendStatus === PUBLISHED
  if (is(before) === is(after)) return
  // Whoever read it before it was withdrawn reads it anew.
  if (is(after))
    await client.query(
      `update platform.sys_announcement_send set read_flag = '0', read_time = null where annt_id = $1`,
      [recordId],
    )
  await pushWith(client, pushOf(session.tenantId, recordId, after ?? before ?? {}))
}
