import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { calculate } from '#schemas/compile/rules/calculate.ts'
import { isSameValue } from '#schemas/compile/rules/field-values.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import { calculatedDefaults, rulePlan } from '#schemas/compile/rules/rule-plan.ts'
import { attempt } from '../core/features/attempt.ts'
import type { CompleteRow } from '../core/memory-rows.ts'
import type { GridRow } from '../core/row-source.types.ts'

/** What the rules of a sub form make of a row while it is edited. */
export function completeRow(form: CompiledForm, context: () => RuleContext): CompleteRow {
  if (form.rules.length === 0) return (values) => values
  const defaults = calculatedDefaults(form)
  return (values, before) =>
    attempt(
      'calculating a row',
      () => completed(values, before),
      () => values,
    )

  function completed(values: Readonly<Row>, before: GridRow | null): Readonly<Row> {
    const around = context()
    if (defaults.length === 0 || before?.isNew === false) return calculate(form, values, around)
    return calculate(form, values, around, {
      untouched: before ? stillCalculated(form, before.values, values, around) : new Set(defaults),
    })
  }
}

/** Fields of a new row whose calculated first values somebody has replaced by others. */
export function enteredDefaults(
  form: CompiledForm,
  values: Readonly<Row>,
  around: RuleContext,
): ReadonlySet<string> {
  const defaults = calculatedDefaults(form)
  const untouched = defaults.length === 0 ? null : stillCalculated(form, values, values, around)
  return new Set(defaults.filter((name) => !untouched?.has(name)))
}

/** First values that are what was calculated for the row as it was: nobody has entered another. */
function stillCalculated(
  form: CompiledForm,
  before: Readonly<Row>,
  now: Readonly<Row>,
  around: RuleContext,
): ReadonlySet<string> {
  const defaults = calculatedDefaults(form)
  const calculated = calculate(form, before, around, { untouched: new Set(defaults) })
  const { fields } = rulePlan(form)
  return new Set(
    defaults.filter((name) => {
      const field = fields.get(name)
      return field !== undefined && isSameValue(field, now[name], calculated[name])
    }),
  )
}
