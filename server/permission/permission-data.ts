import type { Kysely } from 'kysely'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import type { Tables } from '../database/tables.ts'
import type { FormGrants } from './session.ts'

/** Everything that decides what a user may do, read in one go. */
export interface UserRights {
  userId: string
  username: string
  realname: string
  orgCode: string
  orgCodes: string[]
  roleIds: string[]
  roleCodes: string[]
  isAdmin: boolean
  tenants: number[]
  permissions: Set<string>
  permissionIds: Set<string>
  forms: Map<string, FormGrants>
}

const RULES: Readonly<Record<string, Comparison['rule']>> = {
  '=': 'eq',
  eq: 'eq',
  '!=': 'ne',
  ne: 'ne',
  '>': 'gt',
  gt: 'gt',
  '>=': 'ge',
  ge: 'ge',
  '<': 'lt',
  lt: 'lt',
  '<=': 'le',
  le: 'le',
  IN: 'in',
  in: 'in',
  LIKE: 'like',
  like: 'like',
  LEFT_LIKE: 'left_like',
  left_like: 'left_like',
  RIGHT_LIKE: 'right_like',
  right_like: 'right_like',
}
/** Matches nothing: a rule that cannot be understood must not widen what a user sees. */
const NOTHING: Condition = {
  and: [
    { field: 'id', rule: 'empty' },
    { field: 'id', rule: 'not_empty' },
  ],
}

/** Reads a user's rights within a tenant; null when the user may not act at all (unknown, deleted or frozen). */
export async function readRights(
  db: Kysely<Tables>,
  userId: string,
  tenantId: number,
): Promise<UserRights | null> {
  const user = await db
    .selectFrom('sys_user')
    .select(['id', 'username', 'realname', 'org_code'])
    .where('id', '=', userId)
    .where('del_flag', '=', 0)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (!user) return null
  const [tenants, departs, roles] = await Promise.all([
    db
      .selectFrom('sys_user_tenant as ut')
      .innerJoin('sys_tenant as t', 't.id', 'ut.tenant_id')
      .select('t.id')
      .where('ut.user_id', '=', userId)
      .where('t.status', '=', 1)
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
      .select(['r.id', 'r.role_code'])
      .where('ur.user_id', '=', userId)
      .where('r.tenant_id', '=', tenantId)
      .execute(),
  ])
  const roleIds = roles.map((role) => role.id)
  const [granted, grants] = roleIds.length
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
  const orgCodes = departs.map((depart) => depart.org_code)
  return {
    userId: user.id,
    username: user.username,
    realname: user.realname,
    // What was chosen last may be a department of another tenant, or one that the user left.
    orgCode: orgCodes.find((code) => code === user.org_code) ?? orgCodes[0] ?? '',
    orgCodes,
    roleIds,
    roleCodes: roles.map((role) => role.role_code),
    isAdmin: roles.some((role) => role.role_code === 'admin'),
    tenants: tenants.map((tenant) => tenant.id),
    permissions: new Set(
      granted
        .flatMap((row) => (row.perms ? row.perms.split(',').map((code) => code.trim()) : []))
        .filter(Boolean),
    ),
    permissionIds: new Set(granted.map((row) => row.id)),
    forms: await formGrants(db, granted, grants),
  }
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
      return NOTHING
    }
  }
  const known = RULES[row.rule_conditions]
  return known ? { field: row.rule_column, rule: known, val: row.rule_value } : NOTHING
}
