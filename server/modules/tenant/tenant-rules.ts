import { FIRST_TENANT } from '../../database/first-data/tenant.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { Behaviour } from '../online-form/index.ts'
import { tellRights } from '../role/role-rules.ts'
import {
  addMembers,
  beyondLimit,
  removeMembers,
  setAdministrator,
  usedTenants,
} from '../user/tenant-members.ts'

/** Said of tenants that hold something. */
export const ALL_USED = '选择的租户都已被引用，无法删除！'

/**
 * What a change of tenants does besides storing their rows: the number that was typed is the key, who adds a tenant is its
 * first administrator, and who may no longer work in one is signed out.
 */
export function tenantRules(sessions: Pick<SessionStore, 'forgetRights'>): Behaviour {
  return {
    name: 'tenants',
    forms: ['sys_tenant'],

    async prepare(drafts) {
      for (const draft of drafts)
        if (draft.stored === null) {
          draft.id = String(draft.row.tenantNo ?? '')
          draft.row.id = draft.id
        }
    },

    async check(drafts, { client }) {
      const added = drafts.flatMap(({ row, stored }) => (stored === null ? [Number(row.tenantNo)] : []))
      const { rows } = await client.query<{ id: number }>(
        'select id from platform.sys_tenant where id = any($1::int[])',
        [added],
      )
      const taken = new Set(rows.map(({ id }) => id))
      return drafts.flatMap(({ id, row, stored }, at) => {
        const fault = (field: string, message: string) => [{ at, error: { field, message } }]
        if (stored === null && taken.has(Number(row.tenantNo))) return fault('tenantNo', '该编号已存在!')
        if (row.beginDate && row.endDate && String(row.beginDate) >= String(row.endDate))
          return fault('endDate', '结束时间须晚于开始时间')
        // Whoever keeps tenants works in the first one: it would close behind them.
        if (Number(id) === FIRST_TENANT && (Number(row.status) !== 1 || row.beginDate || row.endDate))
          return fault('status', '平台租户不能冻结，也不能设置有效期')
        return []
      })
    },

    async beforeRemove(rows, { client, session }) {
      const ids = rows.map(({ id }) => Number(id))
      if (ids.includes(FIRST_TENANT)) return '平台租户不能删除'
      if ((await usedTenants(client, ids, session.userId)).size > 0) return ALL_USED
      for (const id of ids) {
        await removeMembers(client, id, [session.userId])
        await client.query('delete from platform.sys_role where tenant_id = $1', [id])
      }
      return null
    },

    async after(changes, step) {
      const { client, session } = step
      for (const { recordId, before, after } of changes) {
        const id = Number(recordId)
        if (after === null) continue
        if (before === null) {
          await addMembers(client, id, [session.userId])
          await setAdministrator(client, id, session.userId, true)
        }
        const message = await beyondLimit(client, id)
        if (message) return [{ field: 'memberLimit', message }]
      }
      await tellRights(step, sessions)
      return []
    },
  }
}
