import { badRequest } from '../../errors.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { keepEndsOfUsers } from '../../permission/session-ends.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { NewPasswords } from '../auth/new-passwords.ts'
import type { Documents } from '../document/documents.ts'
import { type ActionCall, type ActionStep, Refused } from '../online-form/index.ts'
import { askForNewPassword } from './memberships.ts'
import { endSessions, untouchable } from './user-rules.ts'

/** Takes the second factor from users who have lost it; they sign in anew, by password alone, or set up another one where a role asks for it. */
export function resetSecondFactor(
  documents: Pick<Documents, 'resolve'>,
  sessions: Pick<SessionStore, 'forgetRights'>,
  log: Pick<EventLog, 'write'>,
): ActionCall {
  return async ({ rows, step }) => {
    const { session } = step
    for (const row of rows) {
      const error = await untouchable(step, documents, String(row.id), row)
      if (error) throw new Refused([error])
    }
    const ids = rows.map(({ id }) => String(id))
    for (const table of ['sys_second_factor', 'sys_recovery_code'])
      await step.client.query(`delete from platform.${table} where user_id = any($1::text[])`, [ids])
    await keepEndsOfUsers(step.client, ids, 'secondFactor')
    await endSessions(step, ids, sessions)
    for (const { username } of rows)
      log.write({
        kind: 'signIn',
        content: `重置用户 ${username} 的二次验证`,
        result: 'success',
        username: session.username,
        userId: session.userId,
        address: step.address ?? '',
        requestId: step.requestId,
        route: '/online/action/sys_user/resetFactor',
        method: 'POST',
      })
    return { message: '二次验证已重置' }
  }
}

/** What documents may call to be done with users; what follows from a status is a behaviour. */
export const userCalls = {
  async 'user.freeze'({ rows, step, set }) {
    if (rows.some(({ id }) => id === step.session.userId)) throw badRequest('不能冻结当前登录的账号')
    await set({ status: 2 })
    return { message: '已冻结' }
  },
  async 'user.thaw'({ set }) {
    await set({ status: 1 })
    return { message: '已解冻' }
  },
} satisfies Record<string, ActionCall>

/** Gives a user a new password, which has to be changed at the next sign-in, and ends the user's sessions. */
export async function setPassword(
  { rows, step, set }: ActionStep,
  password: string,
  { sessions, passwords }: { sessions: Pick<SessionStore, 'forgetRights'>; passwords: NewPasswords },
): Promise<void> {
  const [user] = rows
  if (!user) return
  const userId = String(user.id)
  const judged = await passwords.judge({ password, username: String(user.username), userId })
  if ('problem' in judged) throw new Refused([{ field: 'password', message: judged.problem }])
  await set({ password: judged.hash })
  if (await passwords.changesAfterReset()) await askForNewPassword(step.client, [userId])
  await keepEndsOfUsers(step.client, [userId], 'passwordSet')
  await endSessions(step, [userId], sessions)
}
