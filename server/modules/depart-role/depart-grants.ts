import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../database/transaction.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { rightsChangedWith } from '../../permission/rights-channel.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { departsBeyond } from '../depart/departs-beyond.ts'
import type { Documents } from '../document/documents.ts'
import { GRANTED, grantSentence } from '../role/grant-names.ts'
import {
  apply,
  difference,
  narrowedForms,
  opens,
  type PartOfChange,
  refuseChanged,
  refuseForeign,
} from '../role/granting.ts'
import { departOf, type Granted, HELD, held, record, replace, roleOf, takeFromRoles } from './store.ts'

/** What was shown and what is wanted; the difference is applied. */
interface Change {
  shown: readonly string[]
  wanted: readonly string[]
}

/** What departments and their roles hold, and who has these roles. */
export interface DepartGrants {
  permissions(session: Session, departId: string): Promise<string[]>
  changePermissions(
    session: Session,
    departId: string,
    change: Change,
    requestId: string,
    within?: PartOfChange,
  ): Promise<void>
  rolePermissions(session: Session, roleId: string): Promise<string[]>
  changeRolePermissions(
    session: Session,
    roleId: string,
    change: Change,
    requestId: string,
    within?: PartOfChange,
  ): Promise<void>
  /** Ids of the users who have a role. */
  roleUsers(session: Session, roleId: string): Promise<string[]>
  /** Gives a user of the department roles of it, and takes others. */
  changeUserRoles(
    session: Session,
    userId: string,
    change: Change,
    requestId: string,
    within?: PartOfChange,
  ): Promise<void>
}

export interface DepartGrantParts {
  pool: Pool
  readPool: Pool
  sessions: Pick<SessionStore, 'rights' | 'forgetRights'>
  documents: Pick<Documents, 'resolve'>
  /** Says in the log what a request changed. */
  describe(requestId: string, content: string): void
}

/** Grants over the write pool: each change is one transaction, with its entry in the operation log. */
export function createDepartGrants(parts: DepartGrantParts): DepartGrants {
  const { pool, readPool, sessions, documents, describe } = parts
  /** Runs a change within the departments of the session; the next call here knows of it. */
  async function changed(
    within: PartOfChange | undefined,
    work: (client: PoolClient) => Promise<void>,
  ): Promise<void> {
    const change = async (client: PoolClient) => {
      await work(client)
      await rightsChangedWith(client)
    }
    await (within ? change(within.client) : inTransaction(pool, change))
    if (within) within.afterCommit(sessions.forgetRights)
    else sessions.forgetRights()
  }

  /** Keeps a change in the log, in words too; the first set is what was asked for, the others follow from it. */
  async function told(
    client: PoolClient,
    { session, requestId, within }: { session: Session; requestId: string; within: PartOfChange | undefined },
    resource: string,
    sets: readonly [Granted, ...Granted[]],
  ): Promise<void> {
    await record(client, session, requestId, resource, sets)
    // A part of a larger change is told as that.
    if (within) return
    const [{ table, recordId, before, after }, ...following] = sets
    const sentence = await grantSentence(
      client,
      documents,
      { table, holderId: recordId, of: {} },
      before,
      after,
    )
    const more = following.length > 0 ? `；${following.length} 个部门角色随之取消` : ''
    describe(requestId, sentence + more)
  }

  /** Rights may open a form whose rows a rule keeps from the user; departments pass no such rule on. */
  async function refuseWider(client: PoolClient, session: Session, ids: readonly string[]): Promise<void> {
    await refuseForeign(sessions, client, session, ids)
    const narrowed = narrowedForms(session, documents)
    if (narrowed.length === 0 || ids.length === 0) return
    const { rows } = await client.query<{ perms: string | null; form: string | null }>(
      'select perms, form_code as form from platform.sys_permission where id = any($1::text[])',
      [ids],
    )
    const codes = rows.flatMap(({ perms }) => (perms ?? '').split(',').map((code) => code.trim()))
    const forms = new Set(rows.map(({ form }) => form))
    if (narrowed.some((one) => forms.has(one.form) || opens(one, codes)))
      throw forbidden('这些权限在您这里受数据规则限制，不能授予部门')
  }

  return {
    async permissions(session, departId) {
      await departOf(readPool, session, departId)
      await refuseOutside(readPool, session, departId)
      return held(readPool, 'depart', departId)
    },

    changePermissions: (session, departId, { shown, wanted }, requestId, within) =>
      changed(within, async (client) => {
        await departOf(client, session, departId, 'for update')
        await refuseOutside(client, session, departId)
        const before = await held(client, 'depart', departId)
        refuseChanged(before, within)
        const change = difference(shown, wanted, before)
        await refuseForeign(sessions, client, session, change.removed)
        await refuseWider(client, session, change.added)
        await replace(client, 'depart', departId, change)
        const after = apply(before, change.added, change.removed)
        await told(client, { session, requestId, within }, 'sys_depart', [
          { table: HELD.depart.table, recordId: departId, before, after },
          ...(await takeFromRoles(client, departId, change.removed)),
        ])
      }),

    async rolePermissions(session, roleId) {
      await refuseOutside(readPool, session, await roleOf(readPool, session, roleId))
      return held(readPool, 'role', roleId)
    },

    changeRolePermissions: (session, roleId, { shown, wanted }, requestId, within) =>
      changed(within, async (client) => {
        const departId = await roleOf(client, session, roleId, 'for update')
        // What the department holds must not change meanwhile.
        await departOf(client, session, departId, 'for share')
        await refuseOutside(client, session, departId)
        const before = await held(client, 'role', roleId)
        refuseChanged(before, within)
        const change = difference(shown, wanted, before)
        const limit = new Set(await held(client, 'depart', departId))
        if (change.added.some((id) => !limit.has(id))) throw badRequest('部门未获得该权限，不能授予部门角色')
        await refuseForeign(sessions, client, session, change.removed)
        await refuseWider(client, session, change.added)
        await replace(client, 'role', roleId, change)
        const after = apply(before, change.added, change.removed)
        await told(client, { session, requestId, within }, 'sys_depart_role', [
          { table: HELD.role.table, recordId: roleId, before, after },
        ])
      }),

    async roleUsers(session, roleId) {
      await refuseOutside(readPool, session, await roleOf(readPool, session, roleId))
      const { rows } = await readPool.query<{ id: string }>(
        'select user_id as id from platform.sys_depart_role_user where drole_id = $1',
        [roleId],
      )
      return rows.map(({ id }) => id)
    },

    changeUserRoles: (session, userId, { shown, wanted }, requestId, within) =>
      changed(within, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          `select u.drole_id as id from platform.sys_depart_role_user u join platform.sys_depart_role r on r.id = u.drole_id
           where u.user_id = $1 and r.tenant_id = $2`,
          [userId, session.tenantId],
        )
        const before = rows.map(({ id }) => id)
        refuseChanged(before, within)
        const { added, removed } = difference(shown, wanted, before)
        for (const roleId of [...added, ...removed]) {
          const departId = await roleOf(client, session, roleId, 'for share')
          await refuseOutside(client, session, departId)
          const granted = await held(client, 'role', roleId)
          await refuseForeign(sessions, client, session, granted)
          if (!added.includes(roleId)) continue
          await refuseWider(client, session, granted)
          await refuseStranger(client, departId, userId)
        }
        await client.query(
          'delete from platform.sys_depart_role_user where user_id = $1 and drole_id = any($2::text[])',
          [userId, removed],
        )
        await client.query(
          `insert into platform.sys_depart_role_user (id, user_id, drole_id)
           select given.id, $1, given.role from unnest($2::text[], $3::text[]) as given(id, role) on conflict do nothing`,
          [userId, added.map(() => randomUUID()), added],
        )
        const after = apply(before, added, removed)
        await told(client, { session, requestId, within }, 'sys_user', [
          { table: GRANTED.departRoles, recordId: userId, before, after },
        ])
      }),
  }
}

/** Whoever is no administrator keeps the own departments and those below. */
async function refuseOutside(
  client: Pick<PoolClient, 'query'>,
  session: Session,
  departId: string,
): Promise<void> {
  const foreign = await departsBeyond(client, session, [departId])
  if (foreign) throw forbidden(`部门“${foreign}”不在您的管理范围内`)
}

async function refuseStranger(client: PoolClient, departId: string, userId: string): Promise<void> {
  const { rows } = await client.query(
    'select from platform.sys_user_depart where dep_id = $1 and user_id = $2 for key share',
    [departId, userId],
  )
  if (rows.length === 0) throw badRequest('该用户不属于此部门，不能担任其部门角色')
}
