import type { Row } from '#schemas/compile/model.ts'
import type { Push } from '../../socket/push.ts'
import { namedUsers } from './announcement-content.ts'

const TITLE_IN_PUSH = 60

/** What the recipients' bells are told of an announcement: they look for themselves. */
export function pushOf(tenantId: number, id: string, { msgType, userIds, titile }: Row): Push {
  const isForAll = msgType === 'ALL'
  return {
    to: 'users',
    tenantId,
    userIds: isForAll ? null : namedUsers(userIds),
    message: {
      cmd: isForAll ? 'topic' : 'user',
      msgId: id,
      msgTxt: String(titile).slice(0, TITLE_IN_PUSH),
    },
  }
}
