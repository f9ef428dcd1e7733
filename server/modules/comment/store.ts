import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Comment, CommentBody } from '#schemas/api/comment.ts'
import { type PageOf, pageOf } from '#schemas/api/envelope.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'

/** A record by the code of its form. */
export interface Commented {
  form: string
  id: string
}

/** Comments on records, within the session's tenant. Who may see the record is for the caller to know. */
export interface CommentStore {
  /** The newest first. */
  page(session: Session, record: Commented, pageNo: number, pageSize: number): Promise<PageOf<Comment>>
  get(session: Session, id: string): Promise<Comment | null>
  /** Adds a comment; null where it answers what is not there: a comment of another record, a user of another tenant. */
  add(session: Session, record: Commented, body: CommentBody): Promise<Comment | null>
  remove(session: Session, id: string): Promise<void>
}

/** The store over the databases. */
export function createCommentStore(
  { read, write }: { read: Kysely<Tables>; write: Kysely<Tables> },
  now: () => Date,
): CommentStore {
  const own = (db: Kysely<Tables>, session: Session) =>
    db
      .selectFrom('sys_comment as c')
      .innerJoin('sys_user as f', 'f.id', 'c.from_user_id')
      .leftJoin('sys_user as t', 't.id', 'c.to_user_id')
      .where('c.tenant_id', '=', session.tenantId)

  const shown = (db: Kysely<Tables>, session: Session) =>
    own(db, session).select([
      'c.id',
      'c.table_name as tableName',
      'c.table_data_id as tableDataId',
      'c.from_user_id as fromUserId',
      'f.realname as fromUserId_dictText',
      'f.avatar as fromUserAvatar',
      'c.to_user_id as toUserId',
      't.realname as toName',
      't.avatar as toUserAvatar',
      'c.comment_id as commentId',
      'c.comment_content as commentContent',
      'c.create_by as createBy',
      'c.create_time as createTime',
    ])

  async function get(db: Kysely<Tables>, session: Session, id: string): Promise<Comment | null> {
    const row = await shown(db, session).where('c.id', '=', id).executeTakeFirst()
    return row ? commentOf(row) : null
  }

  return {
    async page(session, { form, id }, pageNo, pageSize) {
      const [rows, { total }] = await Promise.all([
        shown(read, session)
          .where('c.table_name', '=', form)
          .where('c.table_data_id', '=', id)
          .orderBy('c.create_time', 'desc')
          .orderBy('c.id')
          .limit(pageSize)
          .offset((pageNo - 1) * pageSize)
          .execute(),
        own(read, session)
          .where('c.table_name', '=', form)
          .where('c.table_data_id', '=', id)
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      return pageOf(rows.map(commentOf), Number(total), pageNo, pageSize)
    },

    get: (session, id) => get(read, session, id),

    async add(session, { form, id }, { toUserId, commentId, commentContent }) {
      const answered = commentId ? await get(write, session, commentId) : null
      if (commentId && (answered?.tableName !== form || answered.tableDataId !== id)) return null
      const colleague = toUserId
        ? await write
            .selectFrom('sys_user_tenant')
            .select('user_id')
            .where('user_id', '=', toUserId)
            .where('tenant_id', '=', session.tenantId)
            .executeTakeFirst()
        : null
      if (toUserId && !colleague) return null
      const key = randomUUID().replaceAll('-', '')
      await write
        .insertInto('sys_comment')
        .values({
          id: key,
          tenant_id: session.tenantId,
          table_name: form,
          table_data_id: id,
          from_user_id: session.userId,
          to_user_id: toUserId || null,
          comment_id: commentId || null,
          comment_content: commentContent,
          create_by: session.username,
          create_time: wireTime(now()).datetime,
        })
        .execute()
      return get(write, session, key)
    },

    async remove(session, id) {
      await write
        .deleteFrom('sys_comment')
        .where('id', '=', id)
        .where('tenant_id', '=', session.tenantId)
        .execute()
    },
  }
}

function commentOf({
  toName,
  ...row
}: Omit<Comment, 'toUserId_dictText' | 'fileList' | 'createTime'> & {
  toName: string | null
  createTime: string
}): Comment {
  return { ...row, toUserId_dictText: toName ?? '', fileList: [] }
}
