import type { DocumentRule } from '../../page/form.ts'
import { MAIN } from '../../rules/expression/syntax.ts'
import type { CompiledForm, Row } from '../model.ts'
import { holds, type RuleContext } from './rule-names.ts'
import { type PlannedRule, rulePlan } from './rule-plan.ts'

/** What a rule does to a field; `unshown`: it would show the field, and does not hold. */
export type RuleEffect = keyof DocumentRule['then'] | 'unshown'

/** One reason why a field is as it is. */
export interface Explanation {
  field: string
  effect: RuleEffect
  /** Number of the rule in the document, from 1. */
  rule: number
  /** The condition as the document writes it; null where the rule always holds. */
  condition: string | null
  /** Expression, choices or sentence as the document writes it; null where there is none. */
  source: string | null
  /** What condition and expression read, with the values as they are now; null for the rows of a sub table. */
  reads: readonly { name: string; value: unknown }[]
}

/** Every rule that has an effect on a row now, and those that would show a hidden field. */
export function explainRules(
  form: CompiledForm,
  row: Readonly<Row>,
  context: RuleContext,
): readonly Explanation[] {
  if (form.rules.length === 0) return []
  const plan = rulePlan(form)
  const held = new Set(plan.rules.filter((rule) => holds(rule, form, row, context)))
  const isShown = (name: string) =>
    plan.rules.some((rule) => held.has(rule) && rule.effects.show?.includes(name))
  const readsOf = (rule: PlannedRule, effect: RuleEffect, field: string): ReadonlySet<string> => {
    const steps = effect === 'value' ? plan.values : effect === 'default' ? plan.defaults : []
    const own = [
      ...steps.flatMap(({ from }) => from),
      ...(effect === 'options'
        ? (plan.offers.get(field) ?? []).map((offer) => ({ ...offer, field: { name: field } }))
        : []),
    ]
    return own.find((one) => one.rule === rule && one.field.name === field)?.reads ?? rule.reads
  }
  return plan.rules.flatMap((rule) => {
    const { if: condition } = form.rules[rule.at] ?? {}
    const explained = (field: string, effect: RuleEffect, source: unknown = null): Explanation => ({
      field,
      effect,
      rule: rule.at + 1,
      condition: written(condition ?? null),
      source: written(source),
      reads: [...readsOf(rule, effect, field)].map((name) => ({ name, value: valueAt(name, row, context) })),
    })
    const { show = [], hide = [], require = [], readonly = [], ...maps } = rule.effects
    if (!held.has(rule))
      return show.filter((name) => !isShown(name)).map((name) => explained(name, 'unshown'))
    return [
      ...Object.entries({ show, hide, require, readonly }).flatMap(([effect, names]) =>
        names.map((name) => explained(name, effect as RuleEffect)),
      ),
      ...Object.entries(maps).flatMap(([effect, sources]) =>
        Object.entries(sources ?? {}).map(([name, source]) => explained(name, effect as RuleEffect, source)),
      ),
    ]
  })
}

function written(source: unknown): string | null {
  return source === null ? null : typeof source === 'string' ? source : JSON.stringify(source)
}

function valueAt(name: string, row: Readonly<Row>, context: RuleContext): unknown {
  const table = context.rows?.(name)
  if (table) return `${table.rows.length}`
  return name.startsWith(`${MAIN}.`) ? context.main?.row[name.slice(MAIN.length + 1)] : row[name]
}
