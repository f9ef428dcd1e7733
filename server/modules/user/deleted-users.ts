import { type Kysely, sql } from 'kysely'
import type { DeletedUser } from '#schemas/api/user.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'

/** Reads the recycle bin of users. */
export interface DeletedUsers {
  /** Deleted users of the session's tenant, the last deleted first. */
  list(session: Session): Promise<DeletedUser[]>
}

/** The source over the reading connection. Who deleted a user, and when, stands in the operation log. */
export function createDeletedUsers(read: Kysely<Tables>): DeletedUsers {
  return {
    async list({ tenantId }) {
      const { rows } = await sql<DeletedUser>`
        select u.id, u.username, u.realname, u.avatar, u.phone, u.email, u.sex, u.status,
          coalesce((select string_agg(d.depart_name, ',' order by d.org_code) from platform.sys_user_depart ud
            join platform.sys_depart d on d.id = ud.dep_id
            where ud.user_id = u.id and d.tenant_id = ${tenantId} and d.del_flag = 0), '') as "orgCodeTxt",
          gone.username as "deletedBy",
          to_char(gone.at at time zone current_setting('TimeZone'), 'YYYY-MM-DD HH24:MI:SS') as "deletedAt"
        from platform.sys_user u
        left join lateral (
          select o.username, o.at from platform.operation_change c join platform.operation o on o.id = c.operation_id
          where c.table_name = 'sys_user' and c.record_id = u.id and c.after is null
          order by o.at desc limit 1) gone on true
        where u.del_flag = 1
          and u.id in (select user_id from platform.sys_user_tenant where tenant_id = ${tenantId})
        order by gone.at desc nulls last, u.username`.execute(read)
      return rows
    },
  }
}
