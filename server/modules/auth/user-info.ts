import { type Kysely, sql } from 'kysely'
import type { DepartsBefore, OwnDepart, OwnTenant, UserInfo } from '#schemas/api/auth.ts'
import type { Tables } from '../../database/tables.ts'
import { inForce } from '../../permission/tenant-period.ts'

/** Own data of a user. The same organisation code may name a department in each of several tenants. */
export async function userInfo(db: Kysely<Tables>, id: string, tenantId: number): Promise<UserInfo> {
  const row = await db
    .selectFrom('sys_user as u')
    .leftJoin('sys_depart as d', (join) =>
      join.onRef('d.org_code', '=', 'u.org_code').on('d.tenant_id', '=', tenantId).on('d.del_flag', '=', 0),
    )
    .select([
      'u.id',
      'u.username',
      'u.realname',
      'u.avatar',
      'u.birthday',
      'u.sex',
      'u.email',
      'u.phone',
      'u.org_code',
      'u.status',
      'u.work_no',
      'u.post',
      'u.telephone',
      'u.user_identity',
      'u.language',
      'u.must_change_password',
      'd.depart_name',
      sql<boolean>`exists (select from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
        where ur.user_id = u.id and r.tenant_id = ${tenantId} and r.second_factor = 1)
        and not exists (select from platform.sys_second_factor f
          where f.user_id = u.id and f.confirmed_at is not null)`.as('factor_missing'),
    ])
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    username: row.username,
    realname: row.realname,
    avatar: row.avatar,
    birthday: row.birthday,
    sex: row.sex,
    email: row.email,
    phone: row.phone,
    orgCode: row.org_code,
    orgCodeTxt: row.depart_name ?? '',
    status: row.status,
    workNo: row.work_no,
    post: row.post,
    telephone: row.telephone,
    userIdentity: row.user_identity,
    language: row.language,
    mustChangePassword: row.must_change_password,
    mustSetSecondFactor: row.factor_missing,
  }
}

/** Departments of a user within tenants. */
export async function departsOf(
  db: Kysely<Tables>,
  userId: string,
  tenantIds: readonly number[],
): Promise<OwnDepart[]> {
  const rows = await db
    .selectFrom('sys_user_depart as ud')
    .innerJoin('sys_depart as d', 'd.id', 'ud.dep_id')
    .select(['d.id', 'd.org_code', 'd.depart_name', 'd.tenant_id'])
    .where('ud.user_id', '=', userId)
    .where('d.tenant_id', 'in', tenantIds)
    .where('d.del_flag', '=', 0)
    .orderBy('d.org_code')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    orgCode: row.org_code,
    departName: row.depart_name,
    tenantId: row.tenant_id,
  }))
}

/** The departments of the tenant that a sign-in begins in, and the one that was chosen last. */
export async function departsToChoose(db: Kysely<Tables>, userId: string): Promise<DepartsBefore> {
  const [tenant] = await tenantsOf(db, userId)
  if (!tenant) return { departs: [], currentOrgCode: '' }
  const departs = await departsOf(db, userId, [tenant.id])
  const { orgCode } = await userInfo(db, userId, tenant.id)
  return {
    departs: departs.map((one) => ({ orgCode: one.orgCode, departName: one.departName })),
    currentOrgCode: orgCode ?? departs[0]?.orgCode ?? '',
  }
}

/** Tenants of a user that are in force. */
export async function tenantsOf(db: Kysely<Tables>, userId: string): Promise<OwnTenant[]> {
  return db
    .selectFrom('sys_user_tenant as ut')
    .innerJoin('sys_tenant as t', 't.id', 'ut.tenant_id')
    .select(['t.id', 't.name', 't.status'])
    .where('ut.user_id', '=', userId)
    .where(inForce(new Date()))
    .orderBy('t.id')
    .execute()
}
