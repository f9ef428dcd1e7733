import { t } from '#schemas/text/text.ts'
import { evaluate } from '../../rules/expression/evaluate.ts'
import { holdsSeveral } from '../holds-several.ts'
import type { CompiledForm, Field, Row } from '../model.ts'
import { valueOfField } from './field-values.ts'
import { holds, namesOfRow, type RuleContext } from './rule-names.ts'
import { type Offer, rulePlan } from './rule-plan.ts'

/** Says of a value whether the rules leave it among the choices of its field. */
export type IsOffered = (value: string) => boolean

/** What a rule says against a row at one of its fields, or null. */
export function ruleProblem(
  form: CompiledForm,
  field: Field,
  stored: unknown,
  row: Readonly<Row>,
  context: RuleContext,
): string | null {
  if (form.rules.length === 0) return null
  const { messages } = rulePlan(form)
  const said = messages.find((one) => one.field === field.name && holds(one.rule, form, row, context))
  if (said) return said.text
  const isOffered = stored === null ? null : offered(form, field, row, context)
  if (!isOffered) return null
  const values = holdsSeveral(field) ? String(stored).split(',') : [String(stored)]
  return values.every((value) => value === '' || isOffered(value))
    ? null
    : t('{title}的值不在选项中', { title: field.title })
}

/** Which choices of a field the rules leave for a row; null where they leave all. */
export function offered(
  form: CompiledForm,
  field: Field,
  row: Readonly<Row>,
  context: RuleContext,
): IsOffered | null {
  if (form.rules.length === 0) return null
  const offers = (rulePlan(form).offers.get(field.name) ?? []).filter(({ rule }) =>
    holds(rule, form, row, context),
  )
  if (offers.length === 0) return null
  return (value) => offers.every((offer) => leaves(offer, value, form, field, row, context))
}

function leaves(
  { values, node }: Offer,
  value: string,
  form: CompiledForm,
  field: Field,
  row: Readonly<Row>,
  context: RuleContext,
): boolean {
  if (values) return values.has(value)
  const names = namesOfRow(form, row, context)
  // Of several values each is looked at by itself, as a text.
  const option = holdsSeveral(field) ? value : valueOfField(field, value)
  return (
    node !== null &&
    evaluate(node, {
      ...names,
      variable: (name) => (name === 'option' ? option : names.variable(name)),
    }) === true
  )
}
