import { FORM_DESIGN, FORM_SYNC } from '#schemas/api/permission-codes.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { FIRST_TENANT } from '../database/first-data/tenant.ts'
import { platformTable } from '../database/platform-tables.ts'
import { forbidden } from '../errors.ts'
import { EVERYBODYS_PERMISSIONS } from './everybody.ts'
import type { FormGrants, Session } from './session.ts'

/** A decision and the rule that made it, for logs and for explaining a refusal. */
export interface Decision {
  allowed: boolean
  why: string
}

/** What may be asked about: a permission code, a form, or one column of a form. */
export type Resource =
  | { permission: string }
  | { form: Pick<CompiledForm, 'rights' | 'document'> }
  | { form: CompiledForm; column: string }

/** `use` of a code, `see` and `change` of a column; of a form `list` and the codes of its actions. */
export type Action = string

const FORM_CODE = /^online:[^:]+:(list|add|edit|delete|import|export|print)$/
/** Matches no row: every record has a key. */
export const NOTHING: Condition = { field: 'id', rule: 'empty' }
const NO_GRANTS: FormGrants = { visible: new Set(), editable: new Set(), rows: new Set(), menuRules: [] }

/** Actions without a right of their own: reading one record is part of the list, changing many records is changing them. */
const PART_OF: Readonly<Partial<Record<Action, Action>>> = {
  detail: 'list',
  copy: 'add',
  batch_edit: 'edit',
  batch_delete: 'delete',
}

/** The one permission function: every call, every column of an answer and every message of a socket asks here. */
export function may(session: Session, action: Action, resource: Resource): Decision {
  if ('permission' in resource) return byCode(session, resource.permission)
  if ('column' in resource) return column(session, action, resource.form, resource.column)
  const asked = PART_OF[action] ?? action
  if (asked !== 'list' && !mayChangeShared(session, resource.form))
    return { allowed: false, why: `rows of all tenants are changed in tenant ${FIRST_TENANT} alone` }
  return byCode(session, `${resource.form.rights}:${asked}`)
}

/** False for rows that all tenants share (dictionaries, rules) and for the tenants themselves, unless the session works in the tenant of the platform itself. */
function mayChangeShared(session: Session, { document }: Pick<CompiledForm, 'document'>): boolean {
  if (session.tenantId === FIRST_TENANT) return true
  const { store } = document
  const scope = store && 'table' in store ? platformTable(store.table)?.scope.by : undefined
  return scope !== 'everyone' && scope !== 'platform'
}

/** Ends a change of rows that all tenants share, whatever call it came by. */
export function refuseShared(session: Session, form: Pick<CompiledForm, 'document'>): void {
  if (!mayChangeShared(session, form)) throw forbidden('该数据由所有租户共用，只能在平台租户中修改')
}

/** True for an administrator in person. A key of an administrator reads as its maker does, but gives rights only as far as it has them. */
export function mayGiveEverything(session: Session): boolean {
  return session.isAdmin && !session.only
}

/**
 * The condition that narrows this user's rows of a form; null when all rows of the tenant may be seen. Whoever chooses from rows to name one
 * elsewhere need not keep them.
 */
export function rowRule(session: Session, form: CompiledForm, { toChoose = false } = {}): Condition | null {
  if (session.isAdmin) return null
  const [kept, granted] = [toChoose ? null : keptRows(session, form), grantedRows(session, form)]
  return kept && granted ? { and: [kept, granted] } : (kept ?? granted)
}

/** Of tables that are kept by departments: those of the own departments and of all below. */
function keptRows({ orgCodes }: Session, { document: { store }, rights }: CompiledForm): Condition | null {
  const kept = store && 'table' in store ? platformTable(store.table)?.keptWith : undefined
  if (!kept || kept.rights !== rights) return null
  const within = orgCodes.map((val) => ({ field: kept.orgCode, rule: 'right_like' as const, val }))
  return within.length > 0 ? { or: within } : NOTHING
}

/** What row rules of the document and data rules of menus leave of a form's rows; null where they narrow nothing. */
function grantedRows(session: Session, form: CompiledForm): Condition | null {
  const { rows, unruled } = form.permissions
  const grants = session.forms.get(form.code) ?? NO_GRANTS
  const granted = rows.filter((rule) => grants.rows.has(rule.code)).map((rule) => rule.where)
  const all: Condition[] = [...grants.menuRules]
  // Several granted rules widen each other; the rules of a menu narrow.
  if (granted.length > 0) all.push(granted.length === 1 && granted[0] ? granted[0] : { or: granted })
  else if (rows.length > 0 && unruled === 'none') return NOTHING
  if (all.length === 0) return null
  return all.length === 1 && all[0] ? all[0] : { and: all }
}

/** Rights over what all tenants share: they count only in the tenant that the platform itself belongs to. */
const PLATFORM_RIGHTS: ReadonlySet<string> = new Set([
  FORM_SYNC,
  ...['list', 'add', 'edit', 'delete', 'members'].map((action) => `system:tenant:${action}`),
])

/** Monitors show the calls and the database of all tenants; texts, settings and backups are those of the whole installation. */
const PLATFORM_PREFIXES = ['system:monitor:', 'system:setting:', 'system:backup:', 'system:text:']

/** True for a right that counts in this tenant at all, whoever holds it. */
export function countsIn(tenantId: number, code: string): boolean {
  return (
    tenantId === FIRST_TENANT ||
    !(PLATFORM_RIGHTS.has(code) || PLATFORM_PREFIXES.some((prefix) => code.startsWith(prefix)))
  )
}

function byCode(session: Session, code: string): Decision {
  if (!countsIn(session.tenantId, code))
    return { allowed: false, why: `${code} counts in tenant ${FIRST_TENANT} alone` }
  if (session.only && !session.only.has(code)) return { allowed: false, why: `the key lacks ${code}` }
  if (session.isAdmin) return { allowed: true, why: 'role admin' }
  if (session.permissions.has(code)) return { allowed: true, why: `granted ${code}` }
  if (EVERYBODYS_PERMISSIONS.has(code)) return { allowed: true, why: `everybody holds ${code}` }
  // Whoever designs forms tries them out, also those that no menu names.
  if (FORM_CODE.test(code) && session.permissions.has(FORM_DESIGN))
    return { allowed: true, why: `granted ${FORM_DESIGN}` }
  return { allowed: false, why: `needs ${code}` }
}

function column(session: Session, action: Action, form: CompiledForm, name: string): Decision {
  if (session.isAdmin) return { allowed: true, why: 'role admin' }
  const grants = session.forms.get(form.code) ?? NO_GRANTS
  const controls = form.permissions.columns.filter((entry) => entry.field === name)
  const hidden = controls.some((entry) => entry.control === 'visible') && !grants.visible.has(name)
  if (hidden) return { allowed: false, why: `column ${name} needs a grant to be seen` }
  if (
    action === 'change' &&
    controls.some((entry) => entry.control === 'editable') &&
    !grants.editable.has(name)
  )
    return { allowed: false, why: `column ${name} needs a grant to be changed` }
  return {
    allowed: true,
    why: controls.length ? `granted column ${name}` : `column ${name} is not controlled`,
  }
}
