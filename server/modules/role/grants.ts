import type { Pool, PoolClient } from 'pg'
import type { FormGrantBody, RoleDataRules, RoleFormGrants } from '#schemas/api/role-grant.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { inTransaction } from '../../database/transaction.ts'
import { badRequest, forbidden, notFound } from '../../errors.ts'
import { recordOperation } from '../../operation/operation-log.ts'
import { mayGiveEverything } from '../../permission/may.ts'
import { rightsChangedWith } from '../../permission/rights-channel.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { Documents } from '../document/documents.ts'
import { choicesOf, GRANTED, grantKey, grantSentence } from './grant-names.ts'
import { apply, difference, type PartOfChange, refuseChanged, refuseForeign } from './granting.ts'
import { ownDataRules } from './roles-beyond.ts'
import { openedWithoutRule, type RowNarrowing, rowNarrowings } from './row-narrowing.ts'
import * as store from './store.ts'

/** Data rules by the permission that they narrow. */
export type RulesOfPermissions = Readonly<Record<string, readonly string[]>>

/** Said to a user who would lift a rule that narrows the user's own rows. */
const NARROWED = '该数据规则限制了您自己的数据范围，不能取消'

/** What a role may do: menus and buttons, data rules of menus, columns and row rules of documents. */
export interface RoleGrants {
  /** Ids of the permissions that the role holds. */
  permissions(session: Session, roleId: string): Promise<string[]>
  /** Applies the difference between what the caller was shown and what is wanted to what is there now. */
  changePermissions(
    session: Session,
    roleId: string,
    change: { shown: readonly string[]; wanted: readonly string[]; rules?: RulesOfPermissions },
    requestId: string,
    within?: PartOfChange,
  ): Promise<void>
  /** Null where the menu has no data rules. */
  dataRules(session: Session, roleId: string, permissionId: string): Promise<RoleDataRules | null>
  /** False where the role does not hold the menu. */
  setDataRules(
    session: Session,
    roleId: string,
    permissionId: string,
    ruleIds: readonly string[],
    requestId: string,
    within?: PartOfChange,
  ): Promise<boolean>
  formGrants(session: Session, roleId: string, form: CompiledForm): Promise<RoleFormGrants>
  changeFormGrants(
    session: Session,
    body: FormGrantBody,
    form: CompiledForm,
    requestId: string,
    within?: PartOfChange,
  ): Promise<void>
}

export interface RoleGrantParts {
  pool: Pool
  readPool: Pool
  sessions: Pick<SessionStore, 'rights' | 'forgetRights'>
  documents: Pick<Documents, 'resolve'>
  /** Says in the log what a request changed. */
  describe?(requestId: string, content: string): void
}

/** Grants over the write pool: each change is one transaction, with its entry in the operation log. */
export function createRoleGrants(parts: RoleGrantParts): RoleGrants {
  const { pool, readPool, sessions, documents, describe } = parts
  /** Refuses a role that is not one of the session's tenant. */
  async function ownRole(session: Session, roleId: string): Promise<void> {
    if (!(await store.isOwnRole(readPool, session, roleId))) throw notFound()
  }

  /** Runs a change of a role of the session's tenant; the next call here knows of it. */
  async function withRole<T>(
    session: Session,
    roleId: string,
    within: PartOfChange | undefined,
    work: (client: PoolClient, role: { id: string; roleCode: string }) => Promise<T>,
  ): Promise<T> {
    const change = async (client: PoolClient) => {
      const role = await store.lockRole(client, session, roleId)
      if (!role) throw notFound()
      return work(client, role)
    }
    const result = await (within ? change(within.client) : inTransaction(pool, change))
    // The next call here knows of it, also of a change that is part of a larger one.
    if (within) within.afterCommit(sessions.forgetRights)
    else sessions.forgetRights()
    return result
  }

  async function record(
    client: PoolClient,
    session: Session,
    requestId: string,
    roleId: string,
    {
      table,
      of = {},
      was = {},
      within,
    }: {
      table: (typeof GRANTED)['permissions' | 'dataRules' | 'columns']
      of?: Row
      was?: Row
      within: PartOfChange | undefined
    },
    before: readonly string[],
    after: readonly string[],
  ): Promise<void> {
    const states = { before: { ...of, ...was, granted: before }, after: { ...of, granted: after } }
    await recordGrants(client, session, requestId, { table, recordId: roleId, ...states })
    await rightsChangedWith(client)
    // A part of a larger change is told as that.
    if (within || !describe) return
    describe(
      requestId,
      await grantSentence(client, documents, { table, holderId: roleId, of }, before, after),
    )
  }

  return {
    async permissions(session, roleId) {
      await ownRole(session, roleId)
      return store.heldPermissions(readPool, roleId)
    },

    changePermissions: (session, roleId, { shown, wanted, rules = {} }, requestId, within) =>
      withRole(session, roleId, within, async (client, role) => {
        if (role.roleCode === 'admin') throw badRequest('管理员角色拥有全部权限，无需授权')
        const before = await store.heldPermissions(client, roleId)
        refuseChanged(before, within)
        const { added, removed } = difference(shown, wanted, before)
        await refuseForeign(sessions, client, session, [...added, ...removed])
        const own = await ownDataRules(client, session)
        // Taken and given again, a menu would come back without the rule.
        if (removed.some((id) => own.has(id))) throw forbidden(NARROWED)
        await addNarrowed(client, roleId, added, { own, narrowings: rowNarrowings(session, documents) })
        // With a permission its data rules go; who gives it back gives them back.
        const lost = await store.rulesOf(client, roleId, removed)
        await store.removePermissions(client, roleId, removed)
        for (const [id, ids] of Object.entries(rules))
          if (added.includes(id)) await store.setDataRules(client, roleId, id, ids)
        await record(
          client,
          session,
          requestId,
          roleId,
          { table: GRANTED.permissions, was: { rules: lost }, within },
          before,
          apply(before, added, removed),
        )
      }),

    async dataRules(session, roleId, permissionId) {
      await ownRole(session, roleId)
      const { rules, held } = await store.dataRules(readPool, roleId, permissionId)
      return rules.length === 0 ? null : { datarule: rules, drChecked: (held ?? []).join(',') }
    },

    setDataRules: (session, roleId, permissionId, ruleIds, requestId, within) =>
      withRole(session, roleId, within, async (client) => {
        const { rules, held } = await store.dataRules(client, roleId, permissionId)
        refuseChanged(held ?? [], within)
        if (held === null) return false
        const known = new Set(rules.map(({ id }) => id))
        if (ruleIds.some((id) => !known.has(id))) throw badRequest('数据规则不存在')
        await refuseForeign(sessions, client, session, [permissionId])
        const own = (await ownDataRules(client, session)).get(permissionId) ?? []
        if (held.some((id) => own.includes(id) && !ruleIds.includes(id))) throw forbidden(NARROWED)
        await store.setDataRules(client, roleId, permissionId, ruleIds)
        const kind = { table: GRANTED.dataRules, of: { permissionId }, within }
        await record(client, session, requestId, roleId, kind, held, ruleIds)
        return true
      }),

    async formGrants(session, roleId, form) {
      await ownRole(session, roleId)
      return { choices: choicesOf(form), granted: await store.heldFormGrants(readPool, roleId, form.code) }
    },

    changeFormGrants: (session, body, form, requestId, within) =>
      withRole(session, body.roleId, within, async (client) => {
        const before = await store.heldFormGrants(client, body.roleId, form.code)
        refuseChanged(before, within)
        const { added, removed } = difference(body.last, body.granted, before)
        const offered = new Set(choicesOf(form).map(grantKey))
        if (added.some((name) => !offered.has(name))) throw badRequest('授权项不存在')
        if (
          !mayGiveEverything(session) &&
          [...added, ...removed].some((name) => !holdsFormGrant(session, form.code, name))
        )
          throw forbidden()
        // Where users without a rule see every row, taking a rule away shows more rows.
        if (
          !mayGiveEverything(session) &&
          form.permissions.unruled === 'all' &&
          removed.some((name) => name.startsWith('row:'))
        )
          throw forbidden(NARROWED)
        await store.changeFormGrants(client, body.roleId, form.code, { added, removed })
        await record(
          client,
          session,
          requestId,
          body.roleId,
          { table: GRANTED.columns, of: { form: form.code }, within },
          before,
          apply(before, added, removed),
        )
      }),
  }
}

/** A change of grants in the operation log; grants have no versions, and no document makes them. */
async function recordGrants(
  client: PoolClient,
  session: Session,
  requestId: string,
  change: { table: string; recordId: string; before: Row; after: Row },
): Promise<void> {
  await recordOperation(client, {
    session,
    action: 'edit',
    resource: 'sys_role',
    requestId,
    changes: [{ ...change, version: 0, documentVersion: '' }],
  })
}

/** Gives a role permissions; a user whose rows are narrowed gives the same narrowing along. */
async function addNarrowed(
  client: PoolClient,
  roleId: string,
  added: readonly string[],
  by: { own: ReadonlyMap<string, readonly string[]>; narrowings: readonly RowNarrowing[] },
): Promise<void> {
  const unruled = async () =>
    (await openedWithoutRule(client, [roleId], by.narrowings)).map(({ form }) => form)
  const before = await unruled()
  await store.addPermissions(client, roleId, added)
  for (const [id, rules] of by.own)
    if (added.includes(id)) await store.setDataRules(client, roleId, id, rules)
  const opened = (await unruled()).filter((form) => !before.includes(form))
  for (const { form, rules } of by.narrowings) {
    const names = rules.map((key) => grantKey({ kind: 'row', key }))
    if (opened.includes(form))
      await store.changeFormGrants(client, roleId, form, { added: names, removed: [] })
  }
}

function holdsFormGrant(session: Session, form: string, name: string): boolean {
  const held = session.forms.get(form)
  const [kind, key = ''] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
  if (kind === 'visible') return held?.visible.has(key) ?? false
  if (kind === 'editable') return held?.editable.has(key) ?? false
  return held?.rows.has(key) ?? false
}
