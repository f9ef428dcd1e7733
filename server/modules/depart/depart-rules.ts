import type { PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import { mayGiveEverything } from '../../permission/may.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { type Behaviour, type FormChange, lockTree, Refused, type Step } from '../online-form/index.ts'
import { tellRights } from '../role/role-rules.ts'
import { departsBeyond } from './departs-beyond.ts'
import { depthOf, keepUsed, nextOrgCode } from './org-code.ts'

const FORM = 'sys_depart'
/** Deeper than codes go: a circle made by hand must end. */
const MAX_DEPTH = 50

/**
 * What a change of departments does besides storing their rows. A code begins with that of the department above, because
 * rights go by it: a new department gets the next one, and those that are moved get new ones, with all below them.
 */
export function departRules(sessions: Pick<SessionStore, 'forgetRights'>): Behaviour {
  return {
    name: 'departments',
    forms: [FORM],

    async prepare(drafts, { client, session }) {
      for (const { view, row, stored } of drafts) {
        // Before codes are counted, as in every other change of the tree: in another order two changes wait for each other.
        await lockTree(client, view.form, session.tenantId)
        if (stored !== null && parentOf(stored) === parentOf(row)) continue
        const parentCode = await codeOf(client, session.tenantId, parentOf(row))
        // The writer says which parents are none.
        if (parentCode === null) continue
        const code = await nextOrgCode(client, session.tenantId, parentCode)
        if (code === null)
          throw new Refused([{ field: 'parentId', message: '该部门下的层级或部门数量已达上限' }])
        if (stored !== null) await keepUsed(client, session.tenantId, String(stored.orgCode))
        row.orgCode = code
        row.orgType = String(depthOf(code))
        row.departOrder ??= await lastPlace(client, session.tenantId, parentOf(row))
      }
    },

    async check(drafts, { client, session }) {
      for (const [at, { id, row, stored }] of drafts.entries()) {
        const parent = parentOf(row)
        const isMoved = stored === null || parentOf(stored) !== parent
        // Only administrators place a department at the top.
        const error =
          isMoved && parent === '' && !mayGiveEverything(session)
            ? '只有管理员可以设为顶级机构'
            : await beyondOwn(client, session, [
                ...(stored ? [id] : []),
                ...(isMoved && parent ? [parent] : []),
              ])
        if (error) return [{ at, error: { field: isMoved ? 'parentId' : '', message: error } }]
      }
      return []
    },

    async beforeRemove(rows, { client, session }) {
      const ids = rows.map(({ id }) => id)
      const foreign = await beyondOwn(client, session, ids)
      if (foreign) return foreign
      const { rows: held } = await client.query<{ name: string; users: number }>(
        `select d.depart_name as name, count(*)::int as users from platform.sys_user_depart ud
         join platform.sys_depart d on d.id = ud.dep_id join platform.sys_user u on u.id = ud.user_id
         where d.id = any($1::text[]) and u.del_flag = 0 group by d.id order by d.org_code limit 1`,
        [ids],
      )
      const [first] = held
      return first ? `部门“${first.name}”还有 ${first.users} 名用户，请先将其移出后再删除` : null
    },

    async after(changes, step) {
      const recoded = changes.filter(
        ({ before, after }) => before && after && before.orgCode !== after.orgCode,
      )
      for (const change of recoded) await followCode(change, step)
      if (recoded.length > 0) await tellRights(step, sessions)
    },
  }
}

/** The id of the department above; empty at the top. */
function parentOf(row: Row): string {
  return String(row.parentId ?? '')
}

/** The code of a department; empty above the top, null where there is no such department. */
async function codeOf(client: PoolClient, tenantId: number, id: string): Promise<string | null> {
  if (id === '') return ''
  const { rows } = await client.query<{ code: string }>(
    'select org_code as code from platform.sys_depart where tenant_id = $1 and id = $2 and del_flag = 0',
    [tenantId, id],
  )
  return rows[0]?.code ?? null
}

async function lastPlace(client: PoolClient, tenantId: number, parent: string): Promise<number> {
  const { rows } = await client.query<{ place: number }>(
    `select coalesce(max(depart_order), 0) + 1 as place from platform.sys_depart
     where tenant_id = $1 and coalesce(parent_id, '') = $2 and del_flag = 0`,
    [tenantId, parent],
  )
  return rows[0]?.place ?? 1
}

/**
 * Why these departments are not for the session to keep; null when they are. Those of others stay with their keepers, and
 * a department that came to stand below the own ones would give rights to its rows.
 */
async function beyondOwn(
  client: PoolClient,
  session: Step['session'],
  ids: readonly string[],
): Promise<string | null> {
  const foreign = await departsBeyond(client, session, ids)
  return foreign && `部门“${foreign}”不在您的管理范围内`
}

/** Gives those below a department codes that begin with its new one, and users who work in it the new code. */
async function followCode({ recordId, before, after }: FormChange, step: Step): Promise<void> {
  const { client, session, records } = step
  const [old, now] = [String(before?.orgCode), String(after?.orgCode)]
  await client.query(
    `update platform.sys_user u set org_code = $3 where u.org_code = $2
     and exists (select from platform.sys_user_depart ud where ud.user_id = u.id and ud.dep_id = $1)`,
    [recordId, old, now],
  )
  // The lowest first: what a change of theirs looks for below is done.
  const { rows: below } = await client.query<{ id: string; code: string }>(
    `with recursive below(id, code, depth) as (
       select d.id, d.org_code, 1 from platform.sys_depart d
       where d.tenant_id = $1 and d.parent_id = $3 and d.del_flag = 0
       union all
       select d.id, d.org_code, b.depth + 1 from platform.sys_depart d join below b on d.parent_id = b.id
       where d.tenant_id = $1 and d.del_flag = 0 and b.depth < $4)
     select id, code from below where starts_with(code, $2) order by depth desc, id`,
    [session.tenantId, old, recordId, MAX_DEPTH],
  )
  for (const { id, code } of below) {
    const orgCode = `${now}${code.slice(old.length)}`
    await records.set(FORM, [id], { orgCode, orgType: String(depthOf(orgCode)) })
  }
}
