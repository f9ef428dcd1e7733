import type { Kysely } from 'kysely'
import type { DepartNode } from '#schemas/api/depart.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'

/** Departments of the session's tenant, in order, without children. */
export async function allDeparts(read: Kysely<Tables>, session: Session): Promise<DepartNode[]> {
  const rows = await read
    .selectFrom('sys_depart')
    .select([
      'id',
      'parent_id',
      'depart_name',
      'org_code',
      'org_category',
      'org_type',
      'depart_order',
      'status',
    ])
    .where('tenant_id', '=', session.tenantId)
    .where('del_flag', '=', 0)
    .orderBy('depart_order')
    .orderBy('org_code')
    .execute()
  const parents = new Set(rows.map((row) => row.parent_id))
  return rows.map((row) => ({
    key: row.id,
    value: row.id,
    title: row.depart_name,
    isLeaf: !parents.has(row.id),
    id: row.id,
    parentId: row.parent_id ?? '',
    departName: row.depart_name,
    orgCode: row.org_code,
    orgCategory: row.org_category,
    orgType: row.org_type,
    departOrder: row.depart_order,
    status: row.status,
  }))
}
