import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Comment, CommentBody } from '#schemas/api/comment.ts'
import { type PageOf, pageOf } from '#schemas/api/envelope.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
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
  /** Users of the session's tenant, by their keys. */
  people(session: Session, userIds: readonly string[]): Promise<{ id: string; realname: string }[]>
  /** Adds a comment, with what `tell` does in the same transaction; null where it answers a comment of another record. */
  add(
    session: Session,
    record: Commented,
    body: CommentBody,
    tell: (client: PoolClient) => Promise<void>,
  ): Promise<Comment | null>
  remove(session: Session, id: string): Promise<void>
}

/** The store over the databases. */
export function createCommentStore(
  { read, write, writePool }: { read: Kysely<Tables>; write: Kysely<Tables>; writePool: Pool },
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

    people: (session, userIds) =>
      read
        .selectFrom('sys_user as u')
        .innerJoin('sys_user_tenant as t', 't.user_id', 'u.id')
        .where('t.tenant_id', '=', session.tenantId)
        .where('u.id', 'in', userIds)
        .select(['u.id', 'u.realname'])
        .execute(),

    async add(session, { form, id }, { toUserId, commentId, commentContent }, tell) {
      const answered = commentId ? await get(write, session, commentId) : null
      if (commentId && (answered?.tableName !== form || answered.tableDataId !== id)) return null
      const key = randomUUID().replaceAll('-', '')
      await inTransaction(writePool, async (client) => {
        await client.query(
          `insert into platform.sys_comment (id, tenant_id, table_name, table_data_id, from_user_id, to_user_id,
             comment_id, comment_content, create_by, create_time)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [
            ...[key, session.tenantId, form, id, session.userId, toUserId || null, commentId || null],
            ...[commentContent, session.username, wireTime(now()).datetime],
          ],
        )
        await tell(client)
      })
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
