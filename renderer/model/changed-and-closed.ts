import type { FieldStates } from '#schemas/compile/field-states.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { rulePlan } from '#schemas/compile/rules/rule-plan.ts'

/**
 * Fields that were changed and then closed by a rule: a save keeps what was stored in them. What the user's rights take away
 * was never open, and neither was what a rule calculates.
 */
export function changedAndClosed(
  form: CompiledForm,
  { hidden, readonly }: FieldStates,
  taken: ReadonlySet<string>,
  row: Readonly<Row>,
  begun: Readonly<Row>,
): readonly Field[] {
  const calculated = new Set(rulePlan(form).rules.flatMap(({ effects }) => Object.keys(effects.value ?? {})))
  return form.fields.filter(
    ({ name }) =>
      (hidden.has(name) || readonly.has(name)) &&
      !calculated.has(name) &&
      !taken.has(name) &&
      differs(row[name], begun[name]),
  )
}

/** Nothing entered and nothing there are the same to a user. */
export function differs(left: unknown, right: unknown): boolean {
  return String(left ?? '') !== String(right ?? '')
}
