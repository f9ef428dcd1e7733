import type { Pool } from 'pg'
import { badRequest } from '../../errors.ts'

/**
 * Refuses a role for those who register which they would never get: one of another tenant than the one that they join, or an
 * administrator's. Without a tenant they join the first one that is not frozen.
 */
export async function checkRegistrationRole(
  pool: Pool,
  { role, tenant }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (typeof role !== 'string' || role === '') return
  const { rows } = await pool.query<{ isOfTenant: boolean }>(
    `select r.tenant_id = (select id from platform.sys_tenant where status = 1 order by (id = $2) desc, id limit 1) as "isOfTenant"
     from platform.sys_role r where r.id = $1 and r.role_code <> 'admin'`,
    [role, Number(tenant) || 0],
  )
  if (!rows[0]) throw badRequest('默认角色不存在，或者是管理员角色')
  if (!rows[0].isOfTenant) throw badRequest('默认角色不属于注册用户加入的租户')
}
