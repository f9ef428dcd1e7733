import type { PoolClient } from 'pg'
import { COMMENT_MESSAGE, type CommentBody } from '#schemas/api/comment.ts'
import { badRequest } from '../../errors.ts'
import { reader, scopeOf } from '../../language.ts'
import type { Session } from '../../permission/session.ts'
import { sessionOf } from '../../permission/session-of.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { Documents } from '../document/documents.ts'
import type { UserMessage } from '../message/tell-users.ts'
import type { Commented, CommentStore } from './store.ts'

/** Characters of a comment that a message repeats. */
const MAX_QUOTE = 200

export interface TellingParts {
  comments: Pick<CommentStore, 'people'>
  documents: Pick<Documents, 'resolve'>
  sessions: Pick<SessionStore, 'rights'>
  /** Whether a session's user may list the form and sees the record. */
  sees(session: Session, record: Commented): Promise<boolean>
  /** A sentence in the language of the caller. */
  say(sentence: string): string
  tell(client: PoolClient, message: UserMessage, now: Date): Promise<void>
  now(): Date
}

/** Tells those whom a comment addresses, besides its writer; `untold` are the names of those who do not see the record. */
export interface Telling {
  tell(client: PoolClient): Promise<void>
  untold: string[]
}

/** Who is told of a comment before it is kept. A user of another tenant is refused like one who does not exist. */
export async function tellAddressed(
  parts: TellingParts,
  session: Session,
  record: Commented,
  { toUserId, mentionedIds = [], commentContent }: CommentBody,
): Promise<Telling> {
  const ids = [...new Set([...(toUserId ? [toUserId] : []), ...mentionedIds])]
  const people = ids.length > 0 ? await parts.comments.people(session, ids) : []
  if (people.length < ids.length) throw badRequest('回复的评论或用户不存在')
  const told: string[] = []
  const untold: string[] = []
  for (const { id, realname } of people) {
    if (id === session.userId) continue
    if (await seesAs(parts, session.tenantId, id, record)) told.push(id)
    else untold.push(realname)
  }
  return {
    untold,
    async tell(client) {
      if (told.length === 0) return
      const form = parts.documents.resolve(record.form)
      const title = form ? reader().word(scopeOf.form(form.code), form.title) : record.form
      await parts.tell(
        client,
        {
          tenantId: session.tenantId,
          userIds: told,
          title: parts.say(`${session.realname}在评论中提到了您`),
          content: `${title}：${commentContent.slice(0, MAX_QUOTE)}`,
          opens: record.form,
          busType: COMMENT_MESSAGE,
          busId: record.id,
        },
        parts.now(),
      )
    },
  }
}

async function seesAs(
  { sessions, sees }: TellingParts,
  tenantId: number,
  userId: string,
  record: Commented,
): Promise<boolean> {
  const rights = await sessions.rights({ userId, tenantId })
  return rights?.tenants.includes(tenantId) ? sees(sessionOf('comment', tenantId, rights), record) : false
}
