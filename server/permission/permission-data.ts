import type { Kysely } from 'kysely'
import { comparisonRule } from '#schemas/page/comparison-words.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { Tables } from '../database/tables.ts'
import { NOTHING } from './may.ts'
import type { FormGrants } from './session.ts'
import { inForce } from './tenant-period.ts'

/** Everything that decides what a user may do, read in one go. */
export interface UserRights {
  userId: string
  username: string
  realname: string
  orgCode: string
  orgCodes: string[]
  roleIds: string[]
  /** The password was set by somebody else and has to be changed. */
  mustChangePassword?: boolean
  /** A role asks for a second factor, which the user has not set up yet. */
  mustSetSecondFactor?: boolean
  roleCodes: string[]
  isAdmin: boolean
  tenants: number[]
  /** When the tenant that was asked about ends, in ms; null: never. */
  tenantEnds: number | null
  permissions: Set<string>
  permissionIds: Set<string>
  forms: Map<string, FormGrants>
}

/** Reads a user's rights within a tenant; null when the user may not act at all (unknown, deleted or frozen). */
export async function readRights(
  db: Kysely<Tables>,
  userId: string,
  tenantId: number,
  now: Date = new Date(),
): Promise<UserRights | null> {
  const user = await db
    .selectFrom('sys_user')
    .select(['id', 'username', 'realname', 'org_code', 'must_change_password'])
    .where('id', '=', userId)
    .where('del_flag', '=', 0)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (!user) return null
  const [tenants, departs, roles] = await Promise.all([
    db
      .selectFrom('sys_user_tenant as ut')
      .innerJoin('sys_tenant as t', 't.id', 'ut.tenant_id')
      .select(['t.id', 't.end_date'])
      .where('ut.user_id', '=', userId)
      .where(inForce(now))
      .orderBy('t.id')
      .execute(),
    db
      .selectFrom('sys_user_depart as ud')
      .innerJoin('sys_depart as d', 'd.id', 'ud.dep_id')
      .select('d.org_code')
      .where('ud.user_id', '=', userId)
      .where('d.del_flag', '=', 0)
      .where('d.tenant_id', '=', tenantId)
      .orderBy('d.org_code')
      .execute(),
    db
      .selectFrom('sys_user_role as ur')
      .innerJoin('sys_role as r', 'r.id', 'ur.role_id')
      .select(['r.id', 'r.role_code', 'r.second_factor'])
      .where('ur.user_id', '=', userId)
      .where('r.tenant_id', '=', tenantId)
      .execute(),
  ])
  const roleIds = roles.map((role) => role.id)
  const byDepartments = await departmentGrants(db, userId, tenantId)
  const [byRoles, grants] = roleIds.length
    ? await Promise.all([
        db
          .selectFrom('sys_role_permission as rp')
          .innerJoin('sys_permission as p', 'p.id', 'rp.permission_id')
          .select(['p.id', 'p.perms', 'p.form_code', 'p.status', 'rp.data_rule_ids'])
          .where('rp.role_id', 'in', roleIds)
          .where('p.del_flag', '=', 0)
          .execute(),
        db
          .selectFrom('form_grant')
          .select(['form_code', 'kind', 'key'])
          .where('role_id', 'in', roleIds)
          .execute(),
      ])
    : [[], []]
  const granted = [...byRoles, ...byDepartments]
  const orgCodes = departs.map((depart) => depart.org_code)
  return {
    userId: user.id,
    username: user.username,
    realname: user.realname,
    mustChangePassword: user.must_change_password,
    mustSetSecondFactor:
      roles.some(({ second_factor }) => second_factor === 1) && !(await hasSecondFactor(db, userId)),
    // What was chosen last may be a department of another tenant, or one that the user left.
    orgCode: orgCodes.find((code) => code === user.org_code) ?? orgCodes[0] ?? '',
    orgCodes,
    roleIds,
    roleCodes: roles.map((role) => role.role_code),
    isAdmin: roles.some((role) => role.role_code === 'admin'),
    tenants: tenants.map((tenant) => tenant.id),
    tenantEnds: endOf(tenants.find(({ id }) => id === tenantId)?.end_date ?? null),
    permissions: new Set(
      granted
        .flatMap((row) => (row.perms ? row.perms.split(',').map((code) => code.trim()) : []))
        .filter(Boolean),
    ),
    permissionIds: new Set(granted.map((row) => row.id)),
    forms: await formGrants(db, granted, grants),
  }
}

async function hasSecondFactor(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sys_second_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

function endOf(time: string | null): number | null {
  return time === null ? null : new Date(time.replace(' ', 'T')).getTime()
}

/** What department roles give: a role counts while its user belongs to the department and the department holds what it gives. */
function departmentGrants(db: Kysely<Tables>, userId: string, tenantId: number) {
  return db
    .selectFrom('sys_depart_role_user as ru')
    .innerJoin('sys_depart_role as r', 'r.id', 'ru.drole_id')
    .innerJoin('sys_depart as d', 'd.id', 'r.depart_id')
    .innerJoin('sys_user_depart as ud', (join) =>
      join.onRef('ud.dep_id', '=', 'd.id').onRef('ud.user_id', '=', 'ru.user_id'),
    )
    .innerJoin('sys_depart_role_permission as rp', 'rp.role_id', 'r.id')
    .innerJoin('sys_depart_permission as dp', (join) =>
      join.onRef('dp.depart_id', '=', 'd.id').onRef('dp.permission_id', '=', 'rp.permission_id'),
    )
    .innerJoin('sys_permission as p', 'p.id', 'rp.permission_id')
    .select((row) => ['p.id', 'p.perms', 'p.form_code', 'p.status', row.val(null).as('data_rule_ids')])
    .where('ru.user_id', '=', userId)
    .where('d.tenant_id', '=', tenantId)
    .where('d.del_flag', '=', 0)
    .where('p.del_flag', '=', 0)
    .execute()
}

async function formGrants(
  db: Kysely<Tables>,
  granted: readonly { form_code: string | null; data_rule_ids: string | null }[],
  grants: readonly { form_code: string; kind: string; key: string }[],
): Promise<Map<string, FormGrants>> {
  const forms = new Map<
    string,
    { visible: Set<string>; editable: Set<string>; rows: Set<string>; menuRules: Condition[] }
  >()
  const of = (code: string) => {
    const known = forms.get(code) ?? {
      visible: new Set<string>(),
      editable: new Set<string>(),
      rows: new Set<string>(),
      menuRules: [],
    }
    forms.set(code, known)
    return known
  }
  for (const { form_code, kind, key } of grants) {
    const form = of(form_code)
    if (kind === 'row') form.rows.add(key)
    else if (kind === 'editable') form.editable.add(key)
    else form.visible.add(key)
  }
  const wanted = granted.flatMap((row) =>
    row.form_code && row.data_rule_ids
      ? row.data_rule_ids
          .split(',')
          .filter(Boolean)
          .map((rule) => ({ form: row.form_code as string, rule }))
      : [],
  )
  if (wanted.length > 0) {
    const rules = await db
      .selectFrom('sys_permission_data_rule')
      .selectAll()
      .where(
        'id',
        'in',
        wanted.map((one) => one.rule),
      )
      .where('status', '=', '1')
      .execute()
    const byId = new Map(rules.map((rule) => [rule.id, rule]))
    const seen = new Set<string>()
    for (const { form, rule } of wanted) {
      const row = byId.get(rule)
      if (!row || seen.has(`${form} ${rule}`)) continue
      seen.add(`${form} ${rule}`)
      of(form).menuRules.push(conditionOf(row))
    }
  }
  return forms
}

function conditionOf(row: { rule_column: string; rule_conditions: string; rule_value: string }): Condition {
  if (row.rule_conditions === 'CONDITION') {
    try {
      return JSON.parse(row.rule_value) as Condition
    } catch {
      // A rule that cannot be understood must not widen what a user sees.
      return NOTHING
    }
  }
  const known = comparisonRule(row.rule_conditions)
  return known ? { field: row.rule_column, rule: known, val: row.rule_value } : NOTHING
}
