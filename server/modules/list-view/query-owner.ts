import { type Kysely, sql } from 'kysely'
import type { Audience } from '#schemas/api/list-view.ts'
import type { Tables } from '../../database/tables.ts'
import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { ListPlace } from './store.ts'

/** Roles and departments are of the tenant; anything else cannot be shared with. */
export async function ownerOf(db: Kysely<Tables>, session: Session, { kind, id = '' }: Audience) {
  const owner = { user_id: null, role_id: null, depart_id: null } as {
    user_id: string | null
    role_id: string | null
    depart_id: string | null
  }
  if (kind === 'me') return { ...owner, user_id: session.userId }
  if (kind === 'all') return owner
  const one =
    kind === 'role'
      ? await db
          .selectFrom('sys_role')
          .select('id')
          .where('id', '=', id)
          .where('tenant_id', '=', session.tenantId)
          .executeTakeFirst()
      : await db
          .selectFrom('sys_depart')
          .select('id')
          .where('id', '=', id)
          .where('tenant_id', '=', session.tenantId)
          .where('del_flag', '=', 0)
          .executeTakeFirst()
  if (!one) throw badRequest(kind === 'role' ? '角色不存在' : '部门不存在')
  return { ...owner, [kind === 'role' ? 'role_id' : 'depart_id']: one.id }
}

type Owner = Awaited<ReturnType<typeof ownerOf>>

/** Queries of one list for the same people. */
export function ofSame(db: Kysely<Tables>, session: Session, { page, form }: ListPlace, owner: Owner) {
  return db
    .selectFrom('list_view')
    .where('tenant_id', '=', session.tenantId)
    .where('page', '=', page)
    .where('form', '=', form)
    .where('title', '<>', '')
    .where(
      sql<boolean>`(user_id, role_id, depart_id) is not distinct from (${owner.user_id}, ${owner.role_id}, ${owner.depart_id})`,
    )
}

/** The people of a query have one default. */
export async function keepOneDefault(
  db: Kysely<Tables>,
  session: Session,
  place: ListPlace,
  owner: Owner,
  id: string,
) {
  await db
    .updateTable('list_view')
    .set({ is_default: false })
    .where('id', 'in', ofSame(db, session, place, owner).select('id').where('id', '<>', id))
    .execute()
}
