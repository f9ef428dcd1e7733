import type { Row } from '#schemas/compile/model.ts'
import type { Behaviour } from '../online-form/index.ts'

/** An address of this application: another site cannot be a home page. */
const ADDRESS = /^\/([^/\s\\?#][^\s\\?#]*)?$/

/** Keeps a home page to one kind of owner, and to addresses of the application. */
export const roleIndexRules: Behaviour = {
  name: 'home pages',
  forms: ['sys_role_index'],

  async prepare(drafts) {
    for (const { row } of drafts) {
      row.url = String(row.url ?? '').trim() || null
      if (row.relationType !== 'ROLE') row.roleCode = null
      if (row.relationType !== 'USER') row.userName = null
    }
  },

  async check(drafts, { client, session }) {
    for (const [at, { id, row }] of drafts.entries()) {
      if (row.url !== null && !ADDRESS.test(String(row.url)))
        return [{ at, error: { field: 'url', message: '首页应为以 / 开头的页面地址' } }]
      const { rows } = await client.query(
        `select 1 from platform.sys_role_index where tenant_id = $1 and relation_type = $2 and id <> $5
           and role_code is not distinct from $3 and user_name is not distinct from $4`,
        [session.tenantId, row.relationType, row.roleCode, row.userName, id],
      )
      if (rows.length > 0) return [{ at, error: { field: ownerField(row), message: '已有首页配置' } }]
    }
    return []
  },
}

function ownerField({ relationType }: Row): string {
  if (relationType === 'ROLE') return 'roleCode'
  return relationType === 'USER' ? 'userName' : 'relationType'
}
