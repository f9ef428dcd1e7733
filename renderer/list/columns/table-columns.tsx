import { type TableColumnType, Typography } from 'antd'
import { memo } from 'react'
import type { ListColumn, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { SHOWN_LENGTH, shownLength } from '../../kit/ShortText.tsx'
import type { SetColumn } from '../../model/list-settings.ts'
import type { ListState } from '../../model/list-state.ts'
import { displayText } from '../../widget/display-text.ts'
import { ReadValue } from '../../widget/ReadValue.tsx'
import type { WidgetRegistry } from '../../widget/registry.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { isPlaceholder } from '../use-tree-rows.ts'

/** Width of a column whose widget asks for none (px). */
const DEFAULT_WIDTH = 120
const TITLE_WIDTH = 17
/** Where all columns together are a little too wide, each shrinks to this part of its width before the rows scroll. */
const GIVES_WAY_TO = 0.8
/** A bold Latin letter of a heading, and what stands beside the letters: padding (16) and the sort arrows (16). In px. */
const LETTER_WIDTH = 7
const HEADING_EXTRA = 32

/** A column of a list, which its user may have set up. */
export type DrawnColumn = ListColumn & Partial<Pick<SetColumn, 'exact'>>

/** Columns of the generated list. */
export function tableColumns(
  columns: readonly DrawnColumn[],
  registry: WidgetRegistry,
  sort: ListState['sort'],
): TableColumnType<Row>[] {
  const hasExact = columns.some(({ exact }) => exact)
  return columns.map((column, at) => {
    const { field, exact = false } = column
    const width = widthOf(column, registry)
    const limit = lengthLimit(column, registry)
    return {
      key: field.name,
      dataIndex: field.name,
      title: field.title || field.name,
      className: exact ? 'expo-cell expo-cell-exact' : 'expo-cell',
      // Beside columns whose width is given, the others take what is left.
      ...(exact || !hasExact ? { width } : {}),
      onCell: exact
        ? () => ({ style: { minWidth: width, maxWidth: width } })
        : atLeast(Math.max(Math.round(width * GIVES_WAY_TO), headingWidth(field.title || field.name))),
      align: column.align,
      ...(column.fixed ? { fixed: column.fixed } : {}),
      ...(column.sortable ? sorterOf(field.name, sort) : {}),
      render: (_: unknown, row: Row) => {
        if (isPlaceholder(row)) return at === 0 ? <span role="status">{t('加载中…')}</span> : null
        return <Cell field={field} row={row} limit={limit} width={width} />
      },
    }
  })
}

interface CellProps {
  field: ListColumn['field']
  row: Row
  /** Longest text; null where the width cuts. */
  limit: number | null
  /** Of the column, in px. */
  width: number
}

/** What a record has in a column: drawn again when one of them changes, and not when other columns come or go. */
const Cell = memo(function Cell({ field, row, limit, width }: CellProps) {
  const { registry } = useRenderer()
  if (limit !== null) return <ReadValue field={field} row={row} limit={limit} />
  const text = displayText(registry, field, row)
  const read = <ReadValue field={field} row={row} />
  return shownLength(text) > SHOWN_LENGTH ? (
    <Typography.Text ellipsis={{ tooltip: text }} style={{ maxWidth: Math.max(width - 16, 80) }}>
      {read}
    </Typography.Text>
  ) : (
    read
  )
})

/** How a heading sorts; its place among several is shown. */
function sorterOf(name: string, sort: ListState['sort']): TableColumnType<Row> {
  const place = sort.findIndex(({ field }) => field === name)
  const one = sort[place]
  const shown = one && sort.length > 1 ? { 'data-sort-place': place + 1 } : {}
  return {
    // Which of several decides first is the order of the clicks.
    sorter: { multiple: 1 },
    sortOrder: one ? (one.descending ? 'descend' : 'ascend') : null,
    onHeaderCell: () => ({ title: t('按住 Shift 点击，可按多列排序'), ...shown }),
  }
}

/** Keeps a column from getting narrower (px). One cell holds all of them: a page has a thousand. */
export function atLeast(minWidth: number): NonNullable<TableColumnType<Row>['onCell']> {
  return (_, at) => (at === 0 ? { style: { minWidth } } : {})
}

/** Longest text of a column; null where it is its width that cuts: one that a document gives, or parts that a kind draws. */
function lengthLimit({ field, width }: ListColumn, registry: WidgetRegistry): number | null {
  if (registry.find('display', field.view)?.read) return null
  const { showLength } = field.options
  if (typeof showLength === 'number') return showLength
  return width === null ? SHOWN_LENGTH : null
}

function widthOf({ width, field }: ListColumn, registry: WidgetRegistry): number {
  const ofWidget = registry.find('display', field.view)?.listWidth ?? DEFAULT_WIDTH
  return width ?? Math.max(ofWidget, (field.title.length + 3) * TITLE_WIDTH)
}

/** What a heading takes in any case (px): the cells below must not be narrower, since they stand in a table of their own. */
export function headingWidth(title: string): number {
  return shownLength(title) * LETTER_WIDTH + HEADING_EXTRA
}
