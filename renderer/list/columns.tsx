import { type TableColumnType, Tag, Typography } from 'antd'
import type { ListColumn, Row } from '#schemas/compile/model.ts'
import type { DictOption } from '#schemas/page/form.ts'
import { displayText } from '../form/display-text.ts'
import type { WidgetRegistry } from '../registry/registry.ts'
import type { ListState } from './list-state.ts'
import { isPlaceholder } from './use-tree-rows.ts'

/** Width of a column whose widget asks for none (px). */
const DEFAULT_WIDTH = 120
const TITLE_WIDTH = 17
/** Longer texts end in an ellipsis, with the whole as a tooltip. In Latin letters; see `WIDE`. */
const SHOWN_LENGTH = 25
/** A Chinese character counts as two letters, but is not as wide as two: this much of the length may be used. */
const WIDE = 1.6

/** Columns of the generated list. */
export function tableColumns(
  columns: readonly ListColumn[],
  registry: WidgetRegistry,
  dicts: Readonly<Record<string, readonly DictOption[]>>,
  sort: ListState['sort'],
): TableColumnType<Row>[] {
  return columns.map((column, at) => {
    const { field } = column
    const colors = colorsOf(column, dicts)
    const width = widthOf(column, registry)
    return {
      key: field.name,
      dataIndex: field.name,
      title: field.title || field.name,
      className: 'expo-cell',
      width,
      align: column.align,
      ...(column.fixed ? { fixed: column.fixed } : {}),
      ...(column.sortable
        ? {
            sorter: true,
            sortOrder:
              sort?.field === field.name
                ? sort.descending
                  ? ('descend' as const)
                  : ('ascend' as const)
                : null,
          }
        : {}),
      render: (_: unknown, row: Row) => {
        if (isPlaceholder(row)) return at === 0 ? <span role="status">加载中…</span> : null
        const text = displayText(registry, field, row)
        if (text === '') return null
        const color = colors?.get(String(row[field.name]))
        if (color) return <Tag color={color}>{text}</Tag>
        const limit = typeof field.options.showLength === 'number' ? field.options.showLength : SHOWN_LENGTH
        return lengthOf(text) > limit * WIDE ? (
          <Typography.Text ellipsis={{ tooltip: text }} style={{ maxWidth: Math.max(width - 16, 80) }}>
            {text}
          </Typography.Text>
        ) : (
          text
        )
      },
    }
  })
}

function widthOf({ width, field }: ListColumn, registry: WidgetRegistry): number {
  const ofWidget = registry.find('display', field.view)?.listWidth ?? DEFAULT_WIDTH
  return width ?? Math.max(ofWidget, (field.title.length + 3) * TITLE_WIDTH)
}

function lengthOf(text: string): number {
  let length = 0
  for (const character of text) length += character.charCodeAt(0) > 0x7f ? 2 : 1
  return length
}

/** Colours of a dictionary's entries; null when it has none. */
function colorsOf(
  { field }: ListColumn,
  dicts: Readonly<Record<string, readonly DictOption[]>>,
): Map<string, string> | null {
  const options = Array.isArray(field.dict)
    ? field.dict
    : field.dictKey && Object.hasOwn(dicts, field.dictKey)
      ? dicts[field.dictKey]
      : undefined
  const colored = (options ?? []).filter((option) => option.color)
  return colored.length > 0
    ? new Map(colored.map((option) => [String(option.value), option.color ?? '']))
    : null
}
