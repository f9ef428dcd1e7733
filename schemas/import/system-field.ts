import type { Property } from '../page/form.ts'
import { type DumpRow, flag, text } from './dump-row.ts'
import type { ImportedField } from './field-property.ts'
import type { Notes } from './import-note.ts'

const DATED: ReadonlySet<string> = new Set(['create_time', 'update_time'])
const TEXT_TYPES: ReadonlySet<string> = new Set(['', 'string', 'varchar', 'char'])
const DATE_TYPES: ReadonlySet<string> = new Set(['', 'date', 'datetime', 'timestamp'])
/** What a definition may say about any field, and the platform decides for its own columns. */
const DECIDED: readonly (readonly [column: string, what: string])[] = [
  ['dict_table', '字典表'],
  ['dict_field', '字典'],
  ['field_default_value', '默认值'],
  ['db_default_val', '默认值'],
  ['field_valid_type', '校验'],
  ['field_extend_json', '扩展参数'],
  ['field_href', '链接'],
]

/** The platform keeps these columns itself; a definition only says whether and how they are shown. */
export function systemField(row: DumpRow, name: string, notes: Notes): ImportedField {
  const dated = DATED.has(name)
  const title = text(row, 'db_field_txt')
  const property: Property = {
    type: 'string',
    title: title.slice(0, 200) || name,
    view: dated ? 'datetime' : 'text',
    ...(flag(row, 'is_show_form') && name !== 'id' ? { form: true } : {}),
  }
  if (title.length > 200) notes.add(name, '字段标题', '超过200个字，已截断')
  const type = text(row, 'db_type')
  if (!(dated ? DATE_TYPES : TEXT_TYPES).has(type.toLowerCase()))
    notes.add(name, `数据类型 "${type}"`, '平台自己的列，类型不变')
  for (const [column, what] of DECIDED)
    if (text(row, column) !== '')
      notes.add(name, `${what} "${text(row, column).slice(0, 100)}"`, '平台自己的列，已忽略')
  if (flag(row, 'field_must_input') && flag(row, 'is_show_form'))
    notes.add(name, '必填', '平台自己的列，由平台填写')
  return { name, property, required: false, extension: { options: {} } }
}
