import { evaluate, type Names } from '../../rules/expression/evaluate.ts'
import { MAIN, type Value } from '../../rules/expression/syntax.ts'
import { evaluateCondition } from '../evaluate-condition.ts'
import type { Variables } from '../form-variables.ts'
import type { CompiledForm, Row } from '../model.ts'
import { valueOfField } from './field-values.ts'
import { type PlannedRule, rulePlan } from './rule-plan.ts'

/** What rules see besides their own row. */
export interface RuleContext {
  /** Values of `#{…}`. */
  variables?: Variables | undefined
  /** The main record of a row of a sub table. */
  main?: { form: CompiledForm; row: Readonly<Row> } | null | undefined
  /** The rows of each sub table of a main record, by its code. */
  rows?: ((code: string) => { form: CompiledForm; rows: readonly Readonly<Row>[] } | null) | undefined
}

/** The names of a row for the expressions of its form. */
export function namesOfRow(form: CompiledForm, row: Readonly<Row>, context: RuleContext): Names {
  return {
    value(of, name) {
      if (of === null) return read(form, row, name)
      return of === MAIN && context.main ? read(context.main.form, context.main.row, name) : null
    },
    rows(code, name) {
      const table = context.rows?.(code)
      if (!table) return []
      return table.rows.map((one) => (name === null ? true : read(table.form, one, name)))
    },
    isTable: (name) => form.subTables.some(({ code }) => code === name),
    variable(name) {
      const value = context.variables?.[name]
      return typeof value === 'string' ? value || null : (value?.join(',') ?? null)
    },
  }
}

/** True where a rule holds for a row. */
export function holds(
  rule: PlannedRule,
  form: CompiledForm,
  row: Readonly<Row>,
  context: RuleContext,
): boolean {
  const { test } = rule
  if (test.kind === 'always') return true
  if (test.kind === 'condition') return evaluateCondition(test.condition, row, context.variables, form)
  return evaluate(test.node, namesOfRow(form, row, context)) === true
}

function read(form: CompiledForm, row: Readonly<Row>, name: string): Value {
  const field = rulePlan(form).fields.get(name)
  const stored = Object.hasOwn(row, name) ? row[name] : null
  if (field) return valueOfField(field, stored)
  // Columns of the platform that the document does not declare.
  return typeof stored === 'string' && stored !== '' ? stored : null
}
