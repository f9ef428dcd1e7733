import type { DumpRow } from './dump-row.ts'
import { text } from './dump-row.ts'
import { type FieldNames, fieldNames, legalCode } from './field-names.ts'
import { codeOf, type Definition, isFormDefinition, readDefinition } from './form-definition.ts'
import { createNotes } from './import-note.ts'

/** A form of the family, read once for all that ask about it. */
export interface Relative extends Definition {
  /** Code of its document; null where nothing names it. */
  code: string | null
  /** Its table as written, in lower case. */
  table: string
  /** As tables are compared. */
  key: string
  names: FieldNames
}

const families = new WeakMap<readonly unknown[], readonly Relative[]>()

/** The forms among definitions. The list must not change afterwards: it is read the first time only. */
export function relativesIn(family: readonly unknown[]): readonly Relative[] {
  let known = families.get(family)
  if (!known) {
    known = family.filter(isFormDefinition).map((json) => {
      const definition = readDefinition(json)
      const name = text(definition.head, 'table_name')
      return {
        ...definition,
        code: codeOf(definition),
        table: name.toLowerCase(),
        key: tableKey(name),
        names: fieldNames(definition.fields, createNotes()),
      }
    })
    families.set(family, known)
  }
  return known
}

/** Names of tables as they are compared: neither case nor the mark of a copy tells two tables apart. */
export function tableKey(name: string): string {
  return (legalCode(name.trim().replace(/\$\d+$/, '')) ?? '').toLowerCase()
}

/** The column of a table of the family; undefined where the table or the column is not there. */
export function columnIn(family: readonly unknown[], table: string, column: string): DumpRow | undefined {
  const key = tableKey(table)
  const wanted = column.trim().toLowerCase()
  return relativesIn(family)
    .find((relative) => relative.key === key)
    ?.fields.find((row) => text(row, 'db_field_name').toLowerCase() === wanted)
}
