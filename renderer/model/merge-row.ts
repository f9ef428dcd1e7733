import { isNumeric } from '#schemas/compile/is-numeric.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { normaliseValue } from '#schemas/compile/normalise-value.ts'
import { isSameValue } from '#schemas/compile/rules/field-values.ts'
import { alwaysCalculated } from '#schemas/compile/rules/rule-plan.ts'
import { isBesideColumns } from '#schemas/compile/unknown-values.ts'
import { filledFields } from '#schemas/widget/named-fields.ts'

/** The three states of a record that is merged: as it was read, as the user has it, as it stands now. */
export type Side = 'before' | 'mine' | 'current'
export type Sides<T> = Readonly<Record<Side, T>>

/** A field with those that are only drawn through it: they are taken from one side together. */
export interface MergedFields {
  /** The one that is shown stands first. */
  fields: readonly Field[]
  /** Where the values come from; null where both sides changed them and the user has to say. */
  from: 'mine' | 'current' | null
  /** Whether the two sides differ at all. */
  differs: boolean
}

/** True where two stored values of a field say the same. */
export function isSame(field: Field, one: unknown, other: unknown): boolean {
  if (isNumeric(field)) return isSameValue(field, one, other)
  const [left, right] = [normaliseValue(field, one) ?? '', normaliseValue(field, other) ?? '']
  return left === right || String(left) === String(right)
}

/** True where two states of a row hold the same in the fields of its form. */
export function isSameRow(form: CompiledForm, one: Row, other: Row): boolean {
  return form.fields.every((field) => isKept(field) || isSame(field, one[field.name], other[field.name]))
}

/** What a user changed is the user's, everything else is as it stands now; both at once is left to decide. */
export function mergeFields(form: CompiledForm, sides: Sides<Row>): MergedFields[] {
  const { before, mine, current } = sides
  return unitsOf(form).map((fields) => {
    const differ = (one: Row, other: Row) =>
      fields.some((field) => !isSame(field, one[field.name], other[field.name]))
    const differs = differ(mine, current)
    const isMine = differs && differ(before, mine)
    const isBoth = isMine && differ(before, current)
    return { fields, differs, from: isBoth ? null : isMine ? 'mine' : 'current' }
  })
}

/** Fields that are merged together: one that the form shows, and those that only a choice in it fills. */
function unitsOf(form: CompiledForm): Field[][] {
  const byName = new Map(form.fields.map((field) => [field.name, field]))
  const calculated = alwaysCalculated(form)
  const taken = new Set<string>()
  const followers = (owner: Field): Field[] =>
    filledFields(owner).flatMap((name) => {
      const field = byName.get(name)
      if (!field || field.inForm || isKept(field) || taken.has(name)) return []
      taken.add(name)
      return [field]
    })
  const shown = form.fields
    .filter((field) => field.inForm && !isKept(field))
    .map((field) => [field, ...followers(field)])
  const others = form.fields.filter(({ name, inForm }) => !inForm && !taken.has(name))
  return [...shown, ...others.filter((field) => !isKept(field)).map((field) => [field])].filter(
    // What rules calculate in any case follows from the merged values.
    ([first]) => first && !calculated.has(first.name),
  )
}

/** What the platform keeps, and what is read from another record, is never the user's. */
export function isKept({ name, system, follows }: Field): boolean {
  return system || follows !== undefined || name === 'id' || name.startsWith('_')
}

/** A row that begins as `current` and takes the fields of other sides; texts of values that may be others now are left out. */
export function takeFields(current: Row, taken: readonly { fields: readonly Field[]; from: Row }[]): Row {
  const row = Object.fromEntries(Object.entries(current).filter(([name]) => !isBesideColumns(name)))
  for (const { fields, from } of taken) for (const { name } of fields) row[name] = from[name] ?? null
  return row
}
