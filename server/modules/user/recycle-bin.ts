import type { PoolClient } from 'pg'
import type { EventLog } from '../../operation/event-log.ts'
import type { Documents } from '../document/documents.ts'
import { type ActionCall, type ActionStep, Refused } from '../online-form/index.ts'
import { MEMBERSHIPS } from './untouchable-user.ts'
import { untouchable } from './user-rules.ts'

type Forms = Pick<Documents, 'resolve'>

/** What the recycle bin of users does with those in it; whom the session may not change stays there. */
export function recycleBinCalls(documents: Forms, log: Pick<EventLog, 'write'>) {
  return {
    async 'user.restore'(at) {
      const ids = await lockDeleted(at, documents)
      const taken = await takenBy(at.step.client, ids)
      if (taken) throw new Refused([{ field: '', message: taken }])
      await at.step.client.query(
        'update platform.sys_user set del_flag = 0, version = version + 1 where id = any($1::text[])',
        [ids],
      )
      noted(at, log, '还原用户')
      return { message: '还原成功' }
    },

    async 'user.purge'(at) {
      const ids = await lockDeleted(at, documents)
      // What they said goes with them, and what was said about them.
      await at.step.client.query(
        `delete from platform.sys_comment where from_user_id = any($1::text[])
           or (table_name = 'sys_user' and table_data_id = any($1::text[]))`,
        [ids],
      )
      await at.step.client.query(
        'update platform.sys_comment set to_user_id = null where to_user_id = any($1::text[])',
        [ids],
      )
      // Memberships, messages and sessions go with the account by the tables' own foreign keys.
      await at.step.client.query('delete from platform.sys_user where id = any($1::text[])', [ids])
      noted(at, log, '彻底删除用户')
      return { message: '删除成功' }
    },
  } satisfies Record<string, ActionCall>
}

/** Keeps the deleted users from changing and answers their ids; refuses those who are not for the session to change. */
async function lockDeleted({ rows, step }: ActionStep, documents: Forms): Promise<string[]> {
  const { client, session } = step
  const ids = rows.map(({ id }) => String(id))
  const { rows: found } = await client.query<{ id: string; selectedroles: string; selecteddeparts: string }>(
    `select u.id,
       ${MEMBERSHIPS}
     from platform.sys_user u where u.id = any($1::text[]) and u.del_flag = 1 order by u.id for update`,
    [ids, session.tenantId],
  )
  if (found.length < ids.length) throw new Refused([{ field: '', message: '用户已不在回收站中' }])
  for (const { id, ...stored } of found) {
    const error = await untouchable(step, documents, id, stored)
    if (error) throw new Refused([error])
  }
  return ids
}

/** Why these users cannot come back: a name or telephone number that somebody took meanwhile signs in one user only. */
async function takenBy(client: PoolClient, ids: readonly string[]): Promise<string | null> {
  const { rows } = await client.query<{ username: string; other: string; byName: boolean }>(
    `select u.username, o.username as other, lower(o.username) = lower(u.username) as "byName"
     from platform.sys_user u join platform.sys_user o on o.id <> u.id and o.del_flag = 0
       and (lower(o.username) = lower(u.username) or (u.phone <> '' and o.phone = u.phone))
     where u.id = any($1::text[]) order by "byName" desc limit 1`,
    [[...ids]],
  )
  const [first] = rows
  if (!first) return null
  return first.byName
    ? `账号“${first.username}”已被其他用户使用，不能还原`
    : `用户“${first.username}”的手机号码已被用户“${first.other}”使用，不能还原`
}

function noted({ rows, step }: ActionStep, log: Pick<EventLog, 'write'>, what: string): void {
  const { session, requestId, address } = step
  const names = rows.map(({ username }) => String(username)).join(',')
  step.afterCommit(() =>
    log.write({
      kind: 'operation',
      content: `${what} ${names}`,
      result: 'success',
      username: session.username,
      userId: session.userId,
      address: address ?? '',
      requestId,
      route: '/sys/user/recycleBin',
      method: 'POST',
    }),
  )
}
