import type { FormDocument } from '../page/form.ts'
import { isWidgetKind } from '../widget/index.ts'
import { type DumpRow, flag, text } from './dump-row.ts'
import { dictOf } from './field-choices.ts'
import type { ImportedField } from './field-property.ts'
import { fieldView } from './field-view.ts'
import type { Notes } from './import-note.ts'

type List = NonNullable<FormDocument['list']>
type QueryItem = NonNullable<List['query']>[number]

/** Fields together with the rows that they were made from. */
export interface FieldSource extends ImportedField {
  row: DumpRow
}

const RANGES: ReadonlySet<string> = new Set(['Date', 'Datetime', 'int', 'long', 'double', 'BigDecimal'])

/** The list page: columns, filters, order and switches. */
export function importList(head: DumpRow, fields: readonly FieldSource[], notes: Notes): List {
  const columns = fields.filter(({ row }) => flag(row, 'is_show_list'))
  const query = fields.flatMap((field) => (flag(field.row, 'is_query') ? queryItem(field, notes) : []))
  const sort = fields.flatMap(({ name, extension }) =>
    extension.sort ? `${name}${extension.sort === 'desc' ? ' desc' : ''}` : [],
  )
  return {
    ...(columns.length > 0
      ? {
          columns: columns.map(({ name, extension }) =>
            extension.fixed ? { field: name, fixed: 'left' as const } : name,
          ),
        }
      : {}),
    ...(query.length > 0 ? { query } : {}),
    ...(sort.length > 0 ? { sort: sort.join(',') } : {}),
    ...(text(head, 'is_page') === 'N' ? { paging: false } : {}),
    ...(text(head, 'is_checkbox') === 'N' ? { checkbox: false } : {}),
  }
}

function queryItem({ name, property, row }: FieldSource, notes: Notes): QueryItem[] {
  if (property.db?.persist === false) {
    notes.add(name, '查询条件', '字段不存储，不能查询')
    return []
  }
  const item: Exclude<QueryItem, string> = { field: name, mode: queryMode({ name, property, row }, notes) }
  if (flag(row, 'query_config_flag')) override(item, name, row, notes)
  return [item]
}

function queryMode(
  { name, property, row }: Pick<FieldSource, 'name' | 'property' | 'row'>,
  notes: Notes,
): 'single' | 'like' | 'group' {
  const mode = text(row, 'query_mode')
  if (mode === 'like') return 'like'
  if (mode !== 'group') return 'single'
  const ranged =
    property.type !== 'string' ||
    RANGES.has(property.db?.type ?? '') ||
    ['date', 'datetime', 'time'].includes(property.view)
  if (!ranged) notes.add(name, '范围查询', '只有数字和日期可以按范围查询')
  return ranged ? 'group' : 'single'
}

/** The query configuration of its own that a field may have. */
function override(item: Exclude<QueryItem, string>, name: string, row: DumpRow, notes: Notes): void {
  const { view, picker } = fieldView(name, text(row, 'query_show_type'), notes)
  if (isWidgetKind(view)) item.view = view
  if (picker) item.options = { picker }
  const dict = dictOf(
    {
      table: text(row, 'query_dict_table'),
      code: text(row, 'query_dict_field'),
      text: text(row, 'query_dict_text'),
    },
    name,
    notes,
  )
  if (dict !== undefined) item.dict = dict
  const initial = text(row, 'query_def_val')
  if (/[#$]\{|\{\{/.test(initial)) notes.add(name, `查询默认值 "${initial}"`, '查询默认值应为常量')
  else if (initial) item.default = initial
  if (flag(row, 'query_must_input')) item.required = true
  if (text(row, 'query_valid_type'))
    notes.add(name, `查询校验 "${text(row, 'query_valid_type')}"`, '查询条件没有校验')
}
