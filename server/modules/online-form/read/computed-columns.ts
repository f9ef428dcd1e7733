import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import type { DataColumn, ValueKind } from '../../../database/data-column.ts'
import { quoted } from '../../../database/identifiers.ts'

const KINDS: Readonly<Record<Field['column']['type'], ValueKind>> = {
  string: 'text',
  Text: 'text',
  int: 'integer',
  long: 'long',
  double: 'double',
  BigDecimal: 'decimal',
  Date: 'date',
  Datetime: 'datetime',
  Blob: 'binary',
}

/** Columns of rows that no table holds: the fields of their document, and the key. */
export function computedColumns(form: CompiledForm): Map<string, DataColumn> {
  const key: DataColumn = {
    name: 'id',
    sql: quoted('id'),
    title: 'id',
    kind: 'text',
    multi: false,
    field: null,
  }
  return new Map([
    ['id', key],
    ...form.fields
      .filter(({ persist }) => persist)
      .map((field): [string, DataColumn] => [
        field.name,
        {
          name: field.name,
          sql: quoted(field.name),
          title: field.title,
          kind: KINDS[field.column.type],
          multi: holdsSeveral(field),
          field,
        },
      ]),
  ])
}
