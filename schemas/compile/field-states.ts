import { evaluateCondition } from './evaluate-condition.ts'
import type { Variables } from './form-variables.ts'
import type { CompiledForm, Row } from './model.ts'

/** What the rules of a document make of its fields for one row. */
export interface FieldStates {
  hidden: ReadonlySet<string>
  required: ReadonlySet<string>
  readonly: ReadonlySet<string>
}

const NONE: FieldStates = { hidden: new Set(), required: new Set(), readonly: new Set() }

/**
 * Applies the rules of a form to a row. A field that some rule shows is hidden while none of these holds; `hide` wins
 * over `show`, and a hidden field is never required.
 */
export function fieldStates(form: CompiledForm, row: Readonly<Row>, variables: Variables = {}): FieldStates {
  if (form.rules.length === 0) return NONE
  const hidden = new Set<string>()
  const required = new Set<string>()
  const readonly = new Set<string>()
  const shown = new Set<string>()
  for (const { then } of form.rules) for (const name of then.show ?? []) hidden.add(name)
  for (const rule of form.rules) {
    if (!evaluateCondition(rule.if, row, variables, form)) continue
    for (const name of rule.then.show ?? []) shown.add(name)
    for (const name of rule.then.require ?? []) required.add(name)
    for (const name of rule.then.readonly ?? []) readonly.add(name)
  }
  for (const name of shown) hidden.delete(name)
  for (const rule of form.rules)
    if (rule.then.hide && evaluateCondition(rule.if, row, variables, form))
      for (const name of rule.then.hide) hidden.add(name)
  for (const name of hidden) required.delete(name)
  return { hidden, required, readonly }
}
