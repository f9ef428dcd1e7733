import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Before this, users without any of a form's row rules saw all of its rows. Roles that list the shipped exhibitors keep that
 * sight by a grant of its own, except where it would show more to somebody whom another role narrows.
 */
const KEEP_SIGHT = `
  insert into platform.form_grant (role_id, form_code, kind, key)
  select distinct lists.role_id, 'expo_exhibition', 'row', 'all'
  from platform.sys_role_permission lists
  join platform.sys_permission listed on listed.id = lists.permission_id and listed.del_flag = 0
  where 'online:expo_exhibition:list' = any(string_to_array(replace(listed.perms, ' ', ''), ','))
    and not exists (
      select from platform.sys_user_role mine
      join platform.sys_user_role other on other.user_id = mine.user_id and other.tenant_id = mine.tenant_id
      join platform.form_grant narrowed on narrowed.role_id = other.role_id
        and narrowed.form_code = 'expo_exhibition' and narrowed.kind = 'row'
      where mine.role_id = lists.role_id)
    and not exists (
      select from platform.form_grant own
      where own.role_id = lists.role_id and own.form_code = 'expo_exhibition' and own.kind = 'row')
  on conflict do nothing`

/** Says what a document kept in the database meant so far; null where it has nothing to say. */
function withSight(body: string): string | null {
  try {
    const document: unknown = JSON.parse(body)
    const permissions = (document as { permissions?: { rows?: unknown[]; unruled?: unknown } } | null)
      ?.permissions
    if (!permissions?.rows?.length || permissions.unruled !== undefined) return null
    permissions.unruled = 'all'
    return `${JSON.stringify(document, null, 2)}\n`
  } catch {
    // A text that is no document has no rules.
    return null
  }
}

/** Row rules close what they do not name: what was seen before stays seen, by a grant or by the document. */
export const rowRules: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(KEEP_SIGHT).execute(db)
    // The code of an action may be as long as a name.
    await sql.raw('alter table platform.operation alter column action type varchar(63)').execute(db)
    const { rows } = await sql<{ code: string; body: string }>`
      select code, body from platform.document where kind = 'form'`.execute(db)
    for (const { code, body } of rows) {
      const text = withSight(body)
      if (text !== null)
        await sql`update platform.document set body = ${text} where kind = 'form' and code = ${code}`.execute(
          db,
        )
    }
  },
}
