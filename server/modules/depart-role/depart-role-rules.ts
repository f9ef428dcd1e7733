import { mayGiveEverything } from '../../permission/may.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { departsBeyond } from '../depart/departs-beyond.ts'
import type { Behaviour } from '../online-form/index.ts'
import { heldBy } from '../role/granting.ts'
import { tellRights } from '../role/role-rules.ts'

type Sessions = Pick<SessionStore, 'rights' | 'forgetRights'>

/** What a change of department roles keeps: they stay in their department, and only its keepers change them. */
export function departRoleRules(sessions: Sessions): Behaviour {
  return {
    name: 'department roles',
    forms: ['sys_depart_role'],

    async check(drafts, { client, session }) {
      for (const [at, { row, stored }] of drafts.entries()) {
        if (stored && stored.departId !== row.departId)
          return [{ at, error: { field: 'departId', message: '部门角色不能移到其他部门' } }]
        const foreign = await departsBeyond(client, session, [String(row.departId)])
        if (foreign)
          return [{ at, error: { field: 'departId', message: `部门“${foreign}”不在您的管理范围内` } }]
      }
      return []
    },

    async beforeRemove(rows, { client, session }) {
      const foreign = await departsBeyond(
        client,
        session,
        rows.map(({ row }) => String(row.departId)),
      )
      if (foreign) return `部门“${foreign}”不在您的管理范围内`
      if (mayGiveEverything(session)) return null
      const { rows: beyond } = await client.query<{ name: string }>(
        `select r.role_name as name from platform.sys_depart_role r
         join platform.sys_depart_role_permission rp on rp.role_id = r.id
         where r.id = any($1::text[]) and not rp.permission_id = any($2::text[]) order by 1 limit 1`,
        [rows.map(({ id }) => id), [...(await heldBy(sessions, client, session))]],
      )
      return beyond[0] ? `部门角色“${beyond[0].name}”拥有您没有的权限，不能删除` : null
    },

    after: async (_changes, step) => tellRights(step, sessions),
  }
}
