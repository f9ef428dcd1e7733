import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { UserRights } from '../../permission/permission-data.ts'

/** The user's own home page comes before those of roles, and everybody's comes last. */
const ORDER = ['USER', 'ROLE', 'DEFAULT']

/**
 * Where the user begins: the first home page kept for them that is among the addresses they may open; null where there is
 * none, and the browser's own default holds.
 */
export async function homePageOf(
  db: Kysely<Tables>,
  { username, roleCodes }: UserRights,
  tenantId: number,
  addresses: ReadonlySet<string>,
): Promise<string | null> {
  const rows = await db
    .selectFrom('sys_role_index')
    .select(['relation_type', 'role_code', 'user_name', 'url'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', '1')
    .orderBy('priority')
    .orderBy('create_time')
    .execute()
  const own = rows.filter(({ relation_type, role_code, user_name }) =>
    relation_type === 'USER'
      ? user_name === username
      : relation_type === 'DEFAULT' || roleCodes.includes(role_code ?? ''),
  )
  const open = own.filter(({ url }) => addresses.has(url))
  for (const type of ORDER) {
    const first = open.find(({ relation_type }) => relation_type === type)
    if (first) return first.url
  }
  return null
}
