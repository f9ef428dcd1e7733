import type { PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import { RIGHTS_CHANGED, RIGHTS_CHANNEL } from '../../permission/rights-channel.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { Documents } from '../document/documents.ts'
import type { Behaviour, Step } from '../online-form/index.ts'
import { rolesBeyond, roleThatNarrows } from './roles-beyond.ts'

/** Code of the role that may do everything in its tenant. */
export const ADMIN_ROLE = 'admin'

/** What a save or deletion of roles must keep besides the document's own checks; changed roles are told to all processes. */
export function roleRules(
  sessions: Pick<SessionStore, 'forgetRights'>,
  documents: Pick<Documents, 'resolve'>,
): Behaviour {
  return {
    name: 'roles',
    forms: ['sys_role'],

    async check(drafts, { client, session }) {
      const wrong = drafts.flatMap(({ row, stored }, at) => {
        const message = codeProblem(row, stored)
        return message ? [{ at, error: { field: 'roleCode', message } }] : []
      })
      if (wrong.length > 0) return wrong
      const taken = await takenCode(client, session, drafts)
      if (taken) return [taken]
      // A role that is called otherwise would be given by mistake.
      for (const [at, { id, stored }] of drafts.entries()) {
        const [beyond] = stored ? await rolesBeyond(client, session, documents, [id]) : []
        if (beyond)
          return [{ at, error: { field: '', message: `角色“${beyond}”拥有您没有的权限，不能更改` } }]
      }
      return []
    },

    // Grants and memberships go with the role by the tables' own foreign keys.
    async beforeRemove(rows, { client, session }) {
      if (rows.some(({ row }) => row.roleCode === ADMIN_ROLE)) return '管理员角色不能删除'
      const ids = rows.map(({ id }) => id)
      const [beyond] = await rolesBeyond(client, session, documents, ids)
      if (beyond) return `角色“${beyond}”拥有您没有的权限，不能删除`
      const narrow = await roleThatNarrows(client, session, documents, ids)
      return narrow && `角色“${narrow}”限制了您自己的数据范围，不能删除`
    },

    after: async (_changes, step) => tellRights(step, sessions),
  }
}

/** The code `admin` means all rights: no other role may take it, and the role that has it keeps it. */
function codeProblem(row: Row, stored: Row | null): string | null {
  const was = stored?.roleCode
  if (was === row.roleCode) return null
  if (was === ADMIN_ROLE) return '管理员角色的编码不能修改'
  return String(row.roleCode).toLowerCase() === ADMIN_ROLE ? '编码 admin 保留给管理员角色' : null
}

/** Two codes that differ in case alone would be taken for each other. */
async function takenCode(
  client: PoolClient,
  { tenantId }: Session,
  drafts: readonly { id: string; row: Row; stored: Row | null }[],
): Promise<{ at: number; error: { field: string; message: string } } | null> {
  const changed = [...drafts.entries()].filter(([, { row, stored }]) => row.roleCode !== stored?.roleCode)
  if (changed.length === 0) return null
  // Two saves at once would not see each other.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`role codes ${tenantId}`])
  const seen = new Set<string>()
  for (const [at, { id, row }] of changed) {
    const code = String(row.roleCode).toLowerCase()
    const { rows } = await client.query(
      'select from platform.sys_role where tenant_id = $1 and lower(role_code) = $2 and role_code <> $3 and id <> $4 limit 1',
      [tenantId, code, row.roleCode, id],
    )
    if (rows.length > 0 || seen.has(code))
      return { at, error: { field: 'roleCode', message: `角色编码“${row.roleCode}”已存在（不区分大小写）` } }
    seen.add(code)
  }
  return null
}

/** Tells all processes with the commit that rights changed; the next call here knows of it already. */
export async function tellRights(step: Step, sessions: Pick<SessionStore, 'forgetRights'>): Promise<void> {
  await step.notify(RIGHTS_CHANNEL, RIGHTS_CHANGED)
  step.afterCommit(sessions.forgetRights)
}
