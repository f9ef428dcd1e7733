import { furtherLevels } from '../widget/named-fields.ts'
import type { CompiledForm, Field, Row } from './model.ts'

/** A chain of linked dropdowns whose last levels are not chosen. */
export interface OpenChain {
  /** The field that draws the levels. */
  field: Field
  /** The choices that were made, from the top. */
  chosen: readonly string[]
  /** Fields of the levels below. */
  open: readonly string[]
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** The first level of each field that is a further one. */
export function firstLevels(form: CompiledForm): ReadonlyMap<string, string> {
  return new Map(form.fields.flatMap((field) => furtherLevels(field).map((name) => [name, field.name])))
}

/**
 * Whether a level stands below a choice. There it is required only while the source has entries for it, which the row does
 * not tell: the server asks the source when the record is saved.
 */
export function isBelowChoice(
  levels: ReadonlyMap<string, string>,
  name: string,
  row: Readonly<Row>,
): boolean {
  const first = levels.get(name)
  return first !== undefined && !isEmpty(row[first])
}

/** The chains of a row that were begun and not finished. */
export function openChains(form: CompiledForm, row: Readonly<Row>): OpenChain[] {
  return form.fields.flatMap((field) => {
    const names = [field.name, ...furtherLevels(field)]
    const at = names.findIndex((name) => isEmpty(row[name]))
    if (at < 1) return []
    return [{ field, chosen: names.slice(0, at).map((name) => String(row[name])), open: names.slice(at) }]
  })
}
