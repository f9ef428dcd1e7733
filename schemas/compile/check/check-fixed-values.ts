import type { FormAction, FormDocument } from '../../page/form.ts'
import { isDeclared } from '../action-code.ts'
import { compileForm } from '../compile-form.ts'
import { holdsSeveral } from '../holds-several.ts'
import type { Field, Row } from '../model.ts'
import { createRowValidator, type RowValidator } from '../row-validator.ts'
import type { Findings, Place } from './findings.ts'
import { linearMatch } from './linear-match.ts'
import { didYouMean } from './near-miss.ts'
import type { References } from './references.ts'

/** A value of a field as a document writes it, with the words for it and what makes do without it. */
interface FixedValue {
  field: Field
  value: unknown
  place: Place
  what: string
  repair: () => void
}

/**
 * Checks the values that a document itself writes into fields. A default that its own field refuses would make every
 * new record fail, a value of `set` every use of the action. `actions` are those of the document as it was written:
 * they know their places, while spoilt ones have left the document already.
 */
export function checkFixedValues(
  findings: Findings,
  document: FormDocument,
  actions: readonly FormAction[],
  references: References,
): void {
  const form = compileForm(document)
  const validator = createRowValidator({ ...form, rules: [] }, linearMatch)
  const check = (fixed: FixedValue) => checkValue(findings, validator, fixed, references)
  for (const field of form.fields) {
    const { name, property } = field
    if (property.default === undefined || property.default === '') continue
    const repair = () => delete document.schema.properties[name]?.default
    check({
      field,
      value: property.default,
      place: ['schema', 'properties', name, 'default'],
      what: '默认值',
      repair,
    })
  }
  const fields = new Map(form.fields.map((field) => [field.name, field]))
  for (const [at, action] of actions.entries()) {
    const set = document.list?.actions?.includes(action) ? valuesSet(action) : null
    for (const [name, value] of Object.entries(set ?? {})) {
      const field = fields.get(name)
      // A variable is filled in when the action is used.
      if (!field || value === null || value === '' || String(value).includes('#{')) continue
      const repair = () => {
        const { list } = document
        if (list?.actions) list.actions = list.actions.filter((entry) => entry !== action)
      }
      check({
        field,
        value,
        place: ['list', 'actions', at, 'does', 'set', name],
        what: '设置的值',
        repair,
      })
    }
  }
}

function valuesSet(action: FormAction): Readonly<Row> | null {
  return isDeclared(action) && 'set' in action.does ? action.does.set : null
}

function checkValue(
  findings: Findings,
  validator: RowValidator,
  { field, value, place, what, repair }: FixedValue,
  { dictValues }: References,
): void {
  const { name, property } = field
  const reason = validator.validateField(name, value)
  if (reason !== null) {
    findings.error(place, 'default', `${what}无效：${reason}`, { repair })
    return
  }
  const { dict } = property
  // Entries that the document holds itself are the validator's.
  const known = typeof dict === 'string' ? dictValues?.get(dict) : undefined
  if (!known) return
  const text = String(value)
  for (const one of holdsSeveral(field) ? text.split(',') : [text])
    if (!known.has(one))
      findings.warning(place, 'default', `${what} "${one}" 不在字典 "${dict}" 中`, {
        suggestion: didYouMean(one, known),
      })
}
