import { isSystemColumn } from '#schemas/compile/system-columns.ts'
import { type DumpRow, dumpRow, dumpRows, flag, isRecord, text } from '#schemas/import/dump-row.ts'
import { fieldNames, legalCode } from '#schemas/import/field-names.ts'
import { createNotes, type ImportNote } from '#schemas/import/import-note.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'

/**
 * What a definition says and neither the document nor a note does. It looks at a definition from outside: a value counts
 * as kept when it stands somewhere in its field, and as told when a note is about the field or names it.
 */
export function silentLosses(
  definition: unknown,
  document: FormDocument,
  notes: readonly ImportNote[],
): string[] {
  if (!isRecord(definition)) return []
  const lost: string[] = []
  const head = dumpRow(definition.head)
  const told = (word: string) => notes.some(({ what, why }) => what.includes(word) || why.includes(word))
  const source = definition.onl_cgform_field ?? definition.fields
  if (Array.isArray(source) && source.some((row) => !isRecord(row)) && !told('字段'))
    lost.push('rows of fields that are no rows')
  const rows = dumpRows(source)
  const names = fieldNames(rows, createNotes())
  for (const [at, row] of rows.entries()) {
    const name = names.byRow[at] ?? null
    const written = text(row, 'db_field_name')
    const about = notes.filter(
      ({ field, what }) =>
        (field !== null && (field === name || field === written.toLowerCase())) ||
        (name !== null && what.includes(`/properties/${name}`)) ||
        what.includes(`第 ${at + 1} 个字段`),
    )
    if (about.length > 0 || told('多出的字段')) continue
    const property = name === null ? undefined : document.schema.properties[name]
    if (name === null || !property) lost.push(`field ${at + 1} ${written}`)
    else lost.push(...fieldLosses(row, name, property, document))
  }
  const title = text(head, 'table_txt')
  if (title && document.title !== title && !told('标题')) lost.push(`title ${title.slice(0, 20)}`)
  for (const sub of text(head, 'sub_table_str')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean))
    if (
      !document.subTables?.some(({ code }) => code.toLowerCase() === legalCode(sub)?.toLowerCase()) &&
      !told(sub)
    )
      lost.push(`sub table ${sub}`)
  if (flag(head, 'is_tree') && !document.tree && !told('树')) lost.push('tree')
  for (const row of dumpRows(definition.onl_cgform_index)) {
    const wanted = text(row, 'index_field')
    if (
      wanted &&
      !document.indexes?.some(({ columns }) => columns.join() === [...new Set(wanted.split(','))].join()) &&
      !told(wanted)
    )
      lost.push(`index ${wanted}`)
  }
  return lost
}

function fieldLosses(row: DumpRow, name: string, property: Property, document: FormDocument): string[] {
  const lost: string[] = []
  const has = (column: string) => text(row, column) !== ''
  const all = JSON.stringify(property).toLowerCase()
  const kept = (column: string) =>
    text(row, column)
      .toLowerCase()
      .split(/[\s,=']+/)
      .filter((word) => /^\w+$/.test(word) && !['where', 'order', 'by', 'desc', 'and'].includes(word))
      .every((word) => all.includes(word))
  const dictionary = has('dict_table') ? ['dict_table', 'dict_field', 'dict_text'] : ['dict_field']
  const lose = (what: string) => lost.push(`${name}: ${what}`)
  if (has('db_field_txt') && property.title !== text(row, 'db_field_txt')) lose('title')
  const listed = document.list?.columns?.some((one) => (typeof one === 'string' ? one : one.field) === name)
  if (flag(row, 'is_show_list') && !listed) lose('list')
  const queried = document.list?.query?.some((one) => (typeof one === 'string' ? one : one.field) === name)
  if (flag(row, 'is_query') && !queried) lose('query')
  const needed = flag(row, 'field_must_input') && !(isSystemColumn(name) && !flag(row, 'is_show_form'))
  if (needed && !document.schema.required?.includes(name)) lose('required')
  for (const column of dictionary) if (!kept(column)) lose(column)
  const hasDefault = property.default !== undefined || property.defaultFrom !== undefined
  if ((has('field_default_value') || has('db_default_val')) && !hasDefault) lose('default')
  if (has('field_href') && property.href === undefined) lose('href')
  const rule = text(row, 'field_valid_type')
  const ruled = property.pattern !== undefined || property.validType !== undefined || property.unique
  if (rule && rule !== '*' && !ruled) lose('validation')
  const extension = row.field_extend_json
  if (typeof extension === 'object' && extension !== null && Object.keys(extension).length > 0)
    lose('extension')
  const replaced = isSystemColumn(name) || document.tree?.parent === name
  if (has('field_show_type') && !replaced && !property.view.toLowerCase().includes(viewWord(row)))
    lose('view')
  if (isSystemColumn(name)) {
    const type = text(row, 'db_type').toLowerCase()
    const dated = name.endsWith('_time')
    if (type && (dated ? !/^(date|timestamp)/.test(type) : !['string', 'varchar', 'char'].includes(type)))
      lose('type')
  }
  return lost
}

/** Widgets that the type of the column decides are called otherwise. */
function viewWord(row: DumpRow): string {
  const view = text(row, 'field_show_type').toLowerCase()
  return ['text', 'number', 'date_month', 'date_year', 'integer'].includes(view) ? '' : view
}
