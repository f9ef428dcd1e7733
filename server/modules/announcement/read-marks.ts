import type { Pool } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Session } from '../../permission/session.ts'
import { pushWith } from '../../socket/push.ts'
import type { ActionCall } from '../online-form/index.ts'
import type { MyMessages } from './my-messages.ts'

/** Marks one message as read; false when it was not sent to this user. */
export type MarkRead = (session: Session, id: string) => Promise<boolean>

/** The mark over the write pool. */
export function createMarkRead(pool: Pool, messages: Pick<MyMessages, 'get'>, now: () => Date): MarkRead {
  return async (session, id) => {
    if (!(await messages.get(session, id))) return false
    await mark(pool, session, [id], now())
    return true
  }
}

/** What documents may call to be done with messages. */
export const messageCalls = (messages: Pick<MyMessages, 'unreadIds'>) =>
  ({
    async 'message.readAll'({ step }) {
      const { client, session } = step
      await mark(client, session, await messages.unreadIds(session), step.now)
      // The bells of this user, wherever they are open.
      await pushWith(client, {
        to: 'users',
        tenantId: session.tenantId,
        userIds: [session.userId],
        message: { cmd: 'user' },
      })
      return { message: '已全部标记为已读' }
    },
  }) satisfies Record<string, ActionCall>

/** Notes that the session's user has read these announcements, which were sent to this user. */
async function mark(
  db: Pick<Pool, 'query'>,
  { userId }: Session,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await db.query(
    `insert into platform.sys_announcement_send (id, annt_id, user_id, read_flag, read_time)
     select gen_random_uuid()::text, announcement, $1, '1', $2::timestamp from unnest($3::text[]) as announcement
     on conflict (annt_id, user_id) do update set read_flag = '1', read_time = excluded.read_time
     where sys_announcement_send.read_flag <> '1'`,
    [userId, wireTime(at).datetime, [...ids]],
  )
}
