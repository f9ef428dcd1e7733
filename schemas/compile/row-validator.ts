import { t } from '#schemas/text/text.ts'
import { valueRule } from '../rules/valid-type.ts'
import { traitsOf } from '../widget/traits.ts'
import { type Check, fieldChecks } from './field-checks.ts'
import { fieldStates } from './field-states.ts'
import { firstLevels, isBelowChoice } from './linked-levels.ts'
import type { CompiledForm, Field, Row, RowError } from './model.ts'
import { normaliseValue } from './normalise-value.ts'
import { oddValues } from './odd-values.ts'
import type { RuleContext } from './rules/rule-names.ts'
import { ruleProblem } from './rules/rule-problem.ts'

/** Makes the test of a regular expression: RegExp in the browser, a linear-time engine on the server. */
export type Match = (pattern: string) => (text: string) => boolean

export interface ValidateOptions extends RuleContext {
  /** Looks only at the fields that the row holds. */
  partial?: boolean
}

/** The same judgement of a row in browser and server. */
export interface RowValidator {
  /** Every reason to refuse the row, one per field at most, in the order of the form. */
  validate(row: Readonly<Row>, options?: ValidateOptions): RowError[]
  /** The row as it is stored: `''` is null, numeric text is a number. Columns that the form does not know stay as they are. */
  normalise(row: Readonly<Row>): Row
  /** The reason to refuse one value, or null; for validation while typing. */
  validateField(name: string, value: unknown, row?: Readonly<Row>, options?: ValidateOptions): string | null
}

interface Rule {
  field: Field
  checks: readonly Check[]
}

/** Builds the validator of a form; its patterns are compiled once, here. */
export function createRowValidator(form: CompiledForm, match: Match = matchByRegExp): RowValidator {
  const rules = new Map<string, Rule>()
  for (const field of form.fields) rules.set(field.name, { field, checks: fieldChecks(field, match) })
  const levels = firstLevels(form)

  function refusal(
    { field, checks }: Rule,
    value: unknown,
    row: Readonly<Row>,
    required: boolean,
    context: RuleContext,
  ): string | null {
    const stored = normaliseValue(field, value)
    if (stored === null && isBelowChoice(levels, field.name, row)) return null
    const problem = () => ruleProblem(form, field, stored, row, context)
    if (stored === null) return required ? requiredMessage(field) : problem()
    // Blanks say nothing either.
    if (required && typeof stored === 'string' && stored.trim() === '') return requiredMessage(field)
    for (const check of checks) {
      const message = check(stored)
      if (message !== null) return message
    }
    return orderProblem(field, stored, row) ?? problem()
  }

  /** Dates and times of the wire are in order as texts. */
  function orderProblem(field: Field, stored: unknown, row: Readonly<Row>): string | null {
    const { notBefore } = field.property
    const other = notBefore === undefined ? undefined : rules.get(notBefore)?.field
    if (!other || !Object.hasOwn(row, other.name)) return null
    const bound = normaliseValue(other, row[other.name])
    if (typeof bound === 'number' && typeof stored === 'number')
      return stored < bound ? t('{title}不能小于{other}', { title: field.title, other: other.title }) : null
    return typeof bound === 'string' && typeof stored === 'string' && stored < bound
      ? t('{title}不能早于{other}', { title: field.title, other: other.title })
      : null
  }

  return {
    validate(row, { partial = false, ...context } = {}) {
      const odd = oddValues(form, row)
      if (odd.length > 0) return odd
      const states = fieldStates(form, row, context)
      const errors: RowError[] = []
      for (const rule of rules.values()) {
        const { name } = rule.field
        const present = Object.hasOwn(row, name)
        if (states.hidden.has(name) || (partial && !present)) continue
        const message = refusal(
          rule,
          present ? row[name] : null,
          row,
          rule.field.required || states.required.has(name),
          context,
        )
        if (message !== null) errors.push({ field: name, message })
      }
      return errors
    },
    normalise(row) {
      const normal: Row = { ...row }
      for (const name of Object.keys(row)) {
        const rule = rules.get(name)
        if (rule) normal[name] = normaliseValue(rule.field, row[name])
      }
      return normal
    },
    validateField(name, value, row = {}, context = {}) {
      const rule = rules.get(name)
      if (!rule) return null
      const whole = { ...row, [name]: value }
      const [odd] = oddValues(form, whole)
      if (odd) return odd.field === name ? odd.message : null
      const states = fieldStates(form, whole, context)
      if (states.hidden.has(name)) return null
      return refusal(rule, value, whole, rule.field.required || states.required.has(name), context)
    },
  }
}

/** What is said when a required field is empty. */
export function requiredMessage(field: Field): string {
  const { message, validType, pattern, format } = field.property
  // Beside a pattern the message is about what does not fit it.
  const isAboutPattern = validType !== undefined || pattern !== undefined || format !== undefined
  const own = validType === undefined ? undefined : valueRule(validType)?.required
  const { choices, calendar } = traitsOf(field.view)
  return (
    own ??
    (isAboutPattern ? undefined : message) ??
    (choices || calendar
      ? t('请选择{title}', { title: field.title })
      : t('请输入{title}', { title: field.title }))
  )
}

/** The browser's engine. A pattern that it cannot compile refuses nothing: the document's check has reported it. */
export function matchByRegExp(pattern: string): (text: string) => boolean {
  for (const flags of ['u', '']) {
    try {
      const expression = new RegExp(pattern, flags)
      return (text) => expression.test(text)
    } catch {
      // Patterns of older definitions are often legal only without the u flag.
    }
  }
  return () => true
}
