import type { Row } from '#schemas/compile/model.ts'
import { badRequest, forbidden, notFound } from '../../errors.ts'
import { mayGiveEverything } from '../../permission/may.ts'
import type { DepartGrants } from '../depart-role/depart-grants.ts'
import type { Documents } from '../document/documents.ts'
import { formView, type RecordSource, type Step } from '../online-form/index.ts'
import { GRANTED } from '../role/grant-names.ts'
import { changedSince, type PartOfChange } from '../role/granting.ts'
import type { RoleGrants, RulesOfPermissions } from '../role/grants.ts'
import type { LoggedChange, Undo } from './undo.ts'

export interface UndoRightsParts {
  roles: RoleGrants
  departs: DepartGrants
  documents: Pick<Documents, 'resolve'>
  records: Pick<RecordSource, 'get'>
}

/** What of a user decides about rights. */
const OF_USERS = ['selectedroles', 'selecteddeparts', 'departIds', 'userIdentity', 'status'] as const
/** What of an entry of the menu decides what those may do who hold it. */
const OF_ENTRIES = ['perms', 'formCode', 'status'] as const
const OF_DATA_RULES = ['permissionId', 'ruleColumn', 'ruleConditions', 'ruleValue', 'status'] as const

const granted = (row: Row) => (row.granted ?? []) as readonly string[]

/** Changes of rights are taken back by the same rules by which they are made: beyond one's own rights nothing is given back either. */
export function undoRights(parts: UndoRightsParts): Readonly<Record<string, Undo>> {
  const { roles, departs, documents } = parts

  /** A set of grants is set back to what it was. */
  const grants = (
    right: string,
    change: (
      change: LoggedChange,
      sets: { shown: readonly string[]; wanted: readonly string[] },
      step: Step,
      within: PartOfChange,
    ) => Promise<unknown>,
  ): Undo => ({
    right,
    async restore(logged, step) {
      const left = granted(logged.after)
      await change(logged, { shown: left, wanted: granted(logged.before) }, step, {
        client: step.client,
        left,
        afterCommit: step.afterCommit,
      })
    },
  })

  return {
    [GRANTED.permissions]: grants('system:role:grant', ({ recordId, before }, sets, step, within) => {
      const rules = (before.rules ?? {}) as RulesOfPermissions
      return roles.changePermissions(step.session, recordId, { ...sets, rules }, step.requestId, within)
    }),
    [GRANTED.dataRules]: grants('system:role:grant', ({ recordId, before }, { wanted }, step, within) =>
      roles.setDataRules(step.session, recordId, String(before.permissionId), wanted, step.requestId, within),
    ),
    [GRANTED.columns]: grants('system:role:grant', ({ recordId, before }, sets, step, within) => {
      const form = documents.resolve(String(before.form))
      if (!form) throw notFound()
      const body = { roleId: recordId, form: form.code, last: [...sets.shown], granted: [...sets.wanted] }
      return roles.changeFormGrants(step.session, body, form, step.requestId, within)
    }),
    [GRANTED.toDepart]: grants('system:depart:grant', ({ recordId }, sets, step, within) =>
      departs.changePermissions(step.session, recordId, sets, step.requestId, within),
    ),
    [GRANTED.toDepartRole]: grants('system:departRole:grant', ({ recordId }, sets, step, within) =>
      departs.changeRolePermissions(step.session, recordId, sets, step.requestId, within),
    ),
    [GRANTED.departRoles]: grants('system:departRole:users', ({ recordId }, sets, step, within) =>
      departs.changeUserRoles(step.session, recordId, sets, step.requestId, within),
    ),
    sys_user: fields(parts, 'system:user:edit', 'sys_user', OF_USERS),
    sys_permission: fields(parts, 'system:permission:edit', 'sys_permission', OF_ENTRIES),
    sys_permission_data_rule: fields(
      parts,
      'system:permission:edit',
      'sys_permission_data_rule',
      OF_DATA_RULES,
    ),
  }
}

/** Those of the fields that a change changed are set back, by the writer and its behaviours; other fields of the record stay. */
function fields(
  { documents, records }: UndoRightsParts,
  right: string,
  code: string,
  names: readonly string[],
): Undo {
  return {
    right,
    async restore({ recordId, before, after }, step) {
      const { session, client } = step
      // The writer makes further changes of an action with every right of the tenant.
      if (!mayGiveEverything(session)) throw forbidden('只有管理员可以撤销对用户、菜单和数据规则的更改')
      const changed = names.filter((name) => !same(before[name], after[name]))
      if (changed.length === 0) throw badRequest('该操作没有更改权限，不能撤销')
      if (code === 'sys_user' && recordId === session.userId && Number(before.status) !== 1)
        throw badRequest('不能冻结当前登录的账号')
      const form = documents.resolve(code)
      await client.query(`select from platform.${code} where id = $1 for update`, [recordId])
      const stored = form && (await records.get(formView(session, form), session, recordId))
      if (!stored) throw notFound('记录不存在')
      if (changed.some((name) => !same(stored[name], after[name]))) throw changedSince()
      await step.records.set(
        code,
        [recordId],
        Object.fromEntries(changed.map((name) => [name, before[name]])),
      )
    },
  }
}

/** Roles and departments are lists joined by commas, in no certain order. */
function same(one: unknown, other: unknown): boolean {
  const list = (value: unknown) =>
    String(value ?? '')
      .split(',')
      .sort()
      .join(',')
  return list(one) === list(other)
}
