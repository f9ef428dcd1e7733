import type { CompiledForm, Row } from './model.ts'
import { holds, type RuleContext } from './rules/rule-names.ts'
import { type PlannedRule, rulePlan } from './rules/rule-plan.ts'

/** What the rules of a document make of its fields for one row. */
export interface FieldStates {
  hidden: ReadonlySet<string>
  required: ReadonlySet<string>
  readonly: ReadonlySet<string>
}

const NONE: FieldStates = { hidden: new Set(), required: new Set(), readonly: new Set() }

/**
 * Applies the rules of a form to a row. A field that some rule shows is hidden while none of these holds; `hide` wins
 * over `show`, and a hidden field is never required. What a rule calculates cannot be entered.
 */
export function fieldStates(form: CompiledForm, row: Readonly<Row>, context: RuleContext = {}): FieldStates {
  if (form.rules.length === 0) return NONE
  const { rules } = rulePlan(form)
  return statesOf(rules, (rule) => holds(rule, form, row, context))
}

/** The states that follow from which rules hold. */
export function statesOf(rules: readonly PlannedRule[], isHeld: (rule: PlannedRule) => boolean): FieldStates {
  const hidden = new Set<string>()
  const required = new Set<string>()
  const readonly = new Set<string>()
  for (const { effects } of rules) for (const name of effects.show ?? []) hidden.add(name)
  const shown = new Set<string>()
  const held = rules.filter(isHeld)
  for (const { effects } of held) {
    for (const name of effects.show ?? []) shown.add(name)
    for (const name of effects.require ?? []) required.add(name)
    for (const name of effects.readonly ?? []) readonly.add(name)
    for (const name of Object.keys(effects.value ?? {})) readonly.add(name)
  }
  for (const name of shown) hidden.delete(name)
  for (const { effects } of held) for (const name of effects.hide ?? []) hidden.add(name)
  for (const name of hidden) required.delete(name)
  return { hidden, required, readonly }
}
