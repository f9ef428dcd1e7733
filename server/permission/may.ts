import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { FormGrants, Session } from './session.ts'

/** A decision and the rule that made it, for logs and for explaining a refusal. */
export interface Decision {
  allowed: boolean
  why: string
}

/** What may be asked about: a permission code, a form, or one column of a form. */
export type Resource = { permission: string } | { form: string } | { form: CompiledForm; column: string }

export type Action =
  | 'use'
  | 'list'
  | 'add'
  | 'edit'
  | 'detail'
  | 'delete'
  | 'batch_delete'
  | 'import'
  | 'export'
  | 'see'
  | 'change'

const FORM_CODE = /^online:[^:]+:(list|add|edit|delete|import|export)$/
const NO_GRANTS: FormGrants = { visible: new Set(), editable: new Set(), rows: new Set(), menuRules: [] }

/** The one permission function: every call, every column of an answer and every message of a socket asks here. */
export function may(session: Session, action: Action, resource: Resource): Decision {
  if ('permission' in resource) return byCode(session, resource.permission)
  if ('column' in resource) return column(session, action, resource.form, resource.column)
  // Reading one record is part of the list; a batch delete is a delete.
  const asked = action === 'detail' ? 'list' : action === 'batch_delete' ? 'delete' : action
  return byCode(session, `online:${resource.form}:${asked}`)
}

/** The condition that narrows this user's rows of a form; null when all rows of the tenant may be seen. */
export function rowRule(session: Session, form: CompiledForm): Condition | null {
  if (session.isAdmin) return null
  const grants = session.forms.get(form.code) ?? NO_GRANTS
  const granted = form.permissions.rows.filter((rule) => grants.rows.has(rule.code)).map((rule) => rule.where)
  const all: Condition[] = [...grants.menuRules]
  // Several granted rules widen each other; the rules of a menu narrow.
  if (granted.length > 0) all.push(granted.length === 1 && granted[0] ? granted[0] : { or: granted })
  if (all.length === 0) return null
  return all.length === 1 && all[0] ? all[0] : { and: all }
}

function byCode(session: Session, code: string): Decision {
  if (session.isAdmin) return { allowed: true, why: 'role admin' }
  if (session.permissions.has(code)) return { allowed: true, why: `granted ${code}` }
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
