import type { Row } from '#schemas/compile/model.ts'
import { RIGHTS_CHANNEL } from '../../permission/rights-channel.ts'
import { keepEndsOfUsers } from '../../permission/session-ends.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { NewPasswords } from '../auth/new-passwords.ts'
import { departsBeyond } from '../depart/departs-beyond.ts'
import type { Documents } from '../document/documents.ts'
import { type Behaviour, type FormChange, Refused, SECRET_MASK, type Step } from '../online-form/index.ts'
import { tellRights } from '../role/role-rules.ts'
import { rolesBeyond, roleThatNarrows } from '../role/roles-beyond.ts'
import * as memberships from './memberships.ts'
import { beyondLimit } from './tenant-members.ts'

type Sessions = Pick<SessionStore, 'forgetRights'>
type Forms = Pick<Documents, 'resolve'>

/**
 * What a change of users does besides storing their rows: the password becomes a hash, roles and departments are written,
 * a user who may no longer act is signed out, and rights are neither given nor taken beyond one's own.
 */
export function userRules(sessions: Sessions, documents: Forms, passwords: NewPasswords): Behaviour {
  return {
    name: 'users',
    forms: ['sys_user'],

    async prepare(drafts, { action }) {
      for (const { row, stored } of drafts) {
        // Of a stored user the password is changed by its action alone, which brings the hash.
        if (stored !== null) {
          if (action === 'edit' && isPassword(row.password))
            throw new Refused([{ field: 'password', message: '请使用“重置密码”修改密码' }])
          if (action === 'edit') row.password = null
          continue
        }
        if (typeof row.password !== 'string' || row.password === '') continue
        const judged = await passwords.judge({ password: row.password, username: String(row.username ?? '') })
        if ('problem' in judged) throw new Refused([{ field: 'password', message: judged.problem }])
        row.password = judged.hash
      }
    },

    async check(drafts, step) {
      for (const [at, { id, row, stored }] of drafts.entries()) {
        const error =
          (stored && (await untouchable(step, documents, id, stored))) ??
          (await beyondOwnRights(step, documents, id, stored, row))
        if (error) return [{ at, error }]
      }
      // The database ends the sessions with the change of the status.
      const frozen = drafts.filter(({ row }) => Number(row.status) !== 1)
      await keepEndsOfUsers(
        step.client,
        frozen.map(({ id }) => id),
        'frozen',
      )
      return []
    },

    async beforeRemove(rows, step) {
      for (const { id, row } of rows) {
        if (id === step.session.userId) return '不能删除当前登录的账号'
        const error = await untouchable(step, documents, id, row)
        if (error) return error.message
      }
      await keepEndsOfUsers(
        step.client,
        rows.map(({ id }) => id),
        'deleted',
      )
      return null
    },

    async after(changes, step) {
      for (const change of changes) await writeMemberships(change, step)
      const added = changes.flatMap(({ recordId, before }) => (before === null ? [recordId] : []))
      if (await passwords.changesAfterReset()) await memberships.askForNewPassword(step.client, added)
      const beyond = added.length > 0 ? await beyondLimit(step.client, step.session.tenantId) : null
      if (beyond) return [{ field: '', message: beyond }]
      if (await memberships.isWithoutAdministrator(step.client, step.session.tenantId))
        return [{ field: '', message: '至少保留一名可用的管理员' }]
      const out = changes.filter(({ after }) => after === null || Number(after.status) !== 1)
      await endSessions(
        step,
        out.map(({ recordId }) => recordId),
        sessions,
      )
      return []
    },
  }
}

/** False for what clients send back of a password that they never saw. */
function isPassword(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value !== SECRET_MASK
}

/** Ends the sessions of these users with the commit, everywhere; others may have changed rights. */
export async function endSessions(step: Step, userIds: readonly string[], sessions: Sessions): Promise<void> {
  await tellRights(step, sessions)
  if (userIds.length === 0) return
  await step.client.query('delete from platform.sys_session where user_id = any($1::text[])', [[...userIds]])
  // Sockets are closed for what is said about sessions.
  await step.notify(RIGHTS_CHANNEL, '')
}

interface Fault {
  field: string
  message: string
}

/** Why this user may not be changed by that session at all; null when the change is allowed. */
export async function untouchable(
  { client, session }: Pick<Step, 'client' | 'session'>,
  documents: Forms,
  id: string,
  stored: Row,
): Promise<Fault | null> {
  if (await memberships.belongsElsewhere(client, id, session))
    return { field: '', message: '该用户还属于您不管理的租户，不能在此更改' }
  // A key that sets its maker's password would sign in as the maker.
  if (id === session.userId && !session.only) return null
  const [beyond] = await rolesBeyond(client, session, documents, memberships.listed(stored.selectedroles))
  if (beyond) return { field: '', message: `该用户的角色“${beyond}”拥有您没有的权限，不能更改` }
  // Rows go by departments: with the password of an equal in another department one would see the rows of that department.
  const foreign = await departsBeyond(client, session, memberships.listed(stored.selecteddeparts))
  if (foreign) return { field: '', message: `该用户所属部门“${foreign}”不在您的管理范围内，不能更改` }
  // With a new password or telephone number one would sign in as a colleague, who may do the same in turn.
  return (await memberships.isEqual(client, id, session))
    ? { field: '', message: '该用户与您的权限和部门相同，只能由管理员更改' }
    : null
}

/** Roles and departments that the session may neither give nor take. */
async function beyondOwnRights(
  { client, session }: Step,
  documents: Forms,
  id: string,
  stored: Row | null,
  row: Row,
): Promise<Fault | null> {
  const roles = memberships.difference(stored?.selectedroles, row.selectedroles)
  const [role] = await rolesBeyond(client, session, documents, [...roles.added, ...roles.removed])
  if (role) return { field: 'selectedroles', message: `角色“${role}”拥有您没有的权限，不能授予或取消` }
  const narrow =
    id === session.userId ? await roleThatNarrows(client, session, documents, roles.removed) : null
  if (narrow) return { field: 'selectedroles', message: `角色“${narrow}”限制了您自己的数据范围，不能取消` }
  const departs = memberships.difference(stored?.selecteddeparts, row.selecteddeparts)
  const foreign = await departsBeyond(client, session, [...departs.added, ...departs.removed])
  if (foreign) return { field: 'selecteddeparts', message: `部门“${foreign}”不在您的管理范围内` }
  const charged = memberships.difference(stored?.departIds, row.departIds)
  const beyond = await departsBeyond(client, session, [...charged.added, ...charged.removed])
  return beyond ? { field: 'departIds', message: `部门“${beyond}”不在您的管理范围内` } : null
}

async function writeMemberships(
  { recordId, before, after }: FormChange,
  { client, session }: Step,
): Promise<void> {
  if (after === null) return
  const roles = memberships.difference(before?.selectedroles, after.selectedroles)
  await memberships.changeRoles(client, session.tenantId, recordId, roles)
  const departs = memberships.difference(before?.selecteddeparts, after.selecteddeparts)
  await memberships.changeDeparts(client, session.tenantId, recordId, departs)
}
