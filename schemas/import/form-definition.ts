import { definitionShape, kindOfDefinition } from './definition-shape.ts'
import { type DumpRow, dumpRow, dumpRows, isRecord, oddColumns, shortly, text } from './dump-row.ts'
import { legalCode } from './field-names.ts'
import type { Notes } from './import-note.ts'

/** An online form as a dump has it. */
export interface Definition {
  head: DumpRow
  fields: readonly DumpRow[]
  raw: Readonly<Record<string, unknown>>
}

/** True for the shape of an exported online form. */
export function isFormDefinition(json: unknown): boolean {
  return kindOfDefinition(json) === 'form'
}

/** The code of a definition's document: its table, else what else names it. */
export function codeOf({ head, fields }: Definition): string | null {
  const id = text(head, 'id') || text(fields[0] ?? {}, 'cgform_head_id')
  return legalCode(text(head, 'table_name')) ?? (id === '' ? null : legalCode(`form_${id}`))
}

/** The code that a form definition will have as a document; null where nothing names it. */
export function formCode(json: unknown): string | null {
  return isFormDefinition(json) ? codeOf(readDefinition(json)) : null
}

/** Reads a definition, whatever it is. */
export function readDefinition(json: unknown): Definition {
  const raw = definitionShape(json)
  return { head: dumpRow(raw.head), fields: dumpRows(raw.onl_cgform_field), raw }
}

/** Values that stand where text or a number was expected. */
export function noteOdd({ head, fields, raw }: Definition, notes: Notes): void {
  for (const { column, shown } of oddColumns(head))
    notes.add(null, `head.${column} ${shown}`, '不是能存储的文本或数字，已忽略或改正')
  if (raw.head !== undefined && !isRecord(raw.head))
    notes.add(null, `head ${shortly(raw.head)}`, '不是对象，已忽略')
  const given: unknown = raw.onl_cgform_field
  if (!Array.isArray(given))
    notes.add(null, given === undefined ? '字段' : `字段 ${shortly(given)}`, '定义中没有字段')
  else
    for (const [at, row] of given.entries())
      if (!isRecord(row)) notes.add(null, `字段列表第 ${at + 1} 项 ${shortly(row)}`, '不是字段，未导入')
  for (const [at, row] of fields.entries())
    for (const { column, shown } of oddColumns(row))
      notes.add(
        text(row, 'db_field_name').toLowerCase() || null,
        `第 ${at + 1} 个字段的 ${column} ${shown}`,
        '不是能存储的文本或数字，已忽略或改正',
      )
}
