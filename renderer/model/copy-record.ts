import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { isBesideColumns } from '#schemas/compile/unknown-values.ts'
import type { PageModel } from './page-model.ts'
import { rowsOf } from './rows-of.ts'

/** What a copy of a record begins with: neither what only one record may have, nor what the server gives. */
export function copyOf({ form, subs }: PageModel, row: Row): Row {
  const copied = copiedOf(form, row)
  for (const { sub, form: subForm } of subs)
    copied[sub.code] = rowsOf(row[sub.code]).map((one) => {
      const { [sub.foreignKey]: _, ...rest } = copiedOf(subForm, one)
      return rest
    })
  return copied
}

/** The same of one row. */
export function copiedOf({ fields }: CompiledForm, row: Row): Row {
  const own = fields.filter(
    ({ name, system, property }) =>
      name !== 'id' &&
      !system &&
      !property.unique &&
      !(property.defaultFrom && 'fillRule' in property.defaultFrom),
  )
  return Object.fromEntries(own.map(({ name }) => [name, row[name] ?? null]))
}

/** Texts that came with a record are the server's to make. */
export function withoutTexts(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isBesideColumns(name)))
}

/** Sub rows travel with the record and are edited in tables of their own. */
export function withoutSubRows({ form }: PageModel, record: Row): Row {
  const codes = new Set(form.subTables.map(({ code }) => code))
  return Object.fromEntries(Object.entries(record).filter(([name]) => !codes.has(name)))
}
