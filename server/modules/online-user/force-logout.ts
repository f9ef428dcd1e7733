import type { EventLog } from '../../operation/event-log.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { type ActionCall, Refused } from '../online-form/index.ts'

/** The action that signs somebody out: the next call of that session asks for a new sign-in. */
export function forceLogout(sessions: Pick<SessionStore, 'endNamed'>, log: EventLog): ActionCall {
  return async ({ rows, step }) => {
    const { session, requestId, address } = step
    for (const { id } of rows) {
      if (!(await sessions.endNamed(String(id), session.tenantId)))
        throw new Refused([{ field: '', message: '该用户已离线' }])
      log.write({
        kind: 'signIn',
        content: `强制退出会话 ${id}`,
        result: 'success',
        username: session.username,
        userId: session.userId,
        address: address ?? '',
        requestId,
        route: '/sys/online/forceLogout',
        method: 'POST',
      })
    }
    return { message: '退出登录成功！' }
  }
}
