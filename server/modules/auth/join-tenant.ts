import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SettingValues } from '#schemas/api/setting.ts'
import type { Tables } from '../../database/tables.ts'

/** Makes a new user one of the tenant, with the role that the settings name: without one it has no rights. */
export async function joinTenant(
  trx: Kysely<Tables>,
  id: string,
  { tenant, role }: SettingValues<'registration'>,
) {
  await trx
    .insertInto('sys_user_tenant')
    .columns(['user_id', 'tenant_id'])
    .expression((eb) =>
      eb
        .selectFrom('sys_tenant')
        .select((one) => [one.val(id).as('user_id'), 'id'])
        .where('status', '=', 1)
        // A tenant that has ended since is none: the first one takes its place.
        .orderBy((one) =>
          one
            .case()
            .when('id', '=', Number(tenant) || 0)
            .then(0)
            .else(1)
            .end(),
        )
        .orderBy('id')
        .limit(1),
    )
    .execute()
  if (role === '') return
  // A role of that tenant which is not an administrator's; one that has gone is none.
  await trx
    .insertInto('sys_user_role')
    .columns(['id', 'user_id', 'role_id', 'tenant_id'])
    .expression((eb) =>
      eb
        .selectFrom('sys_role as r')
        .innerJoin('sys_user_tenant as t', 't.tenant_id', 'r.tenant_id')
        .select((one) => [
          one.val(randomUUID()).as('id'),
          one.val(id).as('user_id'),
          'r.id as role_id',
          'r.tenant_id',
        ])
        .where('t.user_id', '=', id)
        .where('r.id', '=', role)
        .where('r.role_code', '<>', 'admin'),
    )
    .execute()
}
