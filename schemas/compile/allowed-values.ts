import { holdsSeveral } from './holds-several.ts'
import { isNumeric } from './is-numeric.ts'
import type { Field } from './model.ts'

/** The only values that a field accepts, as they stand on the wire; null where that is not known or several are joined. */
export function allowedValues(field: Field): readonly (string | number)[] | null {
  if (holdsSeveral(field)) return null
  const { property, dict } = field
  const listed = Array.isArray(dict) ? dict.map(({ value }) => value) : null
  const named = property.enum ?? listed
  if (!named) return null
  const known = listed && property.enum ? new Set(listed.map(String)) : null
  const numeric = isNumeric(field)
  return named
    .filter((value) => known === null || known.has(String(value)))
    .map((value) => (numeric ? Number(value) : String(value)))
}
