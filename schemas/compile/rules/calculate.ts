import { evaluate } from '../../rules/expression/evaluate.ts'
import type { CompiledForm, Field, Row } from '../model.ts'
import { isSameValue, storedValue } from './field-values.ts'
import { holds, namesOfRow, type RuleContext } from './rule-names.ts'
import { type Calculation, rulePlan } from './rule-plan.ts'

const NO_FIELDS: ReadonlySet<string> = new Set()

/** Which calculations are asked for. */
export interface Recalculation {
  /** What changed (see `changeKey`): only what reads it is calculated again. Everything, where absent. */
  changed?: ReadonlySet<string>
  /** Fields with a calculated first value that are still as they began. */
  untouched?: ReadonlySet<string>
}

/**
 * The row with the values that its rules calculate; the row itself where none differs. Of several rules for one field the first
 * that holds gives the value; where none holds, the value is what was entered.
 */
export function calculate<R extends Readonly<Row>>(
  form: CompiledForm,
  row: R,
  context: RuleContext,
  { changed, untouched = NO_FIELDS }: Recalculation = {},
): R {
  if (form.rules.length === 0) return row
  const plan = rulePlan(form)
  if (plan.values.length === 0 && (plan.defaults.length === 0 || untouched.size === 0)) return row
  const moved = changed ? new Set(changed) : null
  let next: Row | null = null
  const apply = (steps: typeof plan.values, mayApply: (field: Field) => boolean) => {
    for (const { field, from, reads } of steps) {
      if ((moved && !meets(reads, moved)) || !mayApply(field)) continue
      const now: Readonly<Row> = next ?? row
      const rule = from.find((one) => holds(one.rule, form, now, context))
      if (!rule) continue
      const value = valueFrom(rule, form, now, context)
      if (isSameValue(field, now[field.name], value)) continue
      next = { ...now, [field.name]: value }
      moved?.add(field.name)
    }
  }
  // First values may be read by calculations, and read such.
  apply(plan.values, () => true)
  if (untouched.size > 0) {
    apply(plan.defaults, ({ name }) => untouched.has(name))
    apply(plan.values, () => true)
  }
  return (next ?? row) as R
}

function valueFrom(
  { field, node }: Calculation,
  form: CompiledForm,
  row: Readonly<Row>,
  context: RuleContext,
): unknown {
  return storedValue(field, evaluate(node, namesOfRow(form, row, context)))
}

function meets(reads: ReadonlySet<string>, changed: ReadonlySet<string>): boolean {
  const [few, many] = reads.size < changed.size ? [reads, changed] : [changed, reads]
  for (const name of few) if (many.has(name)) return true
  return false
}
