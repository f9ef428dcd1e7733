import type { TableColumnType } from 'antd'
import {
  type CSSProperties,
  type HTMLAttributes,
  memo,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
} from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useLanguage } from '../../kit/use-language.ts'
import { withColumn } from '../../model/list-settings.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { DragHandle } from '../moving/RowDragging.tsx'
import type { RowMoves } from '../moving/use-row-moves.tsx'
import { OpenRecord } from '../OpenRecord.tsx'
import { RowActions } from '../RowActions.tsx'
import type { RowAction } from '../RowMenu.tsx'
import type { ListModel } from '../use-list.ts'
import type { ListSetup } from '../use-list-settings.ts'
import { isPlaceholder } from '../use-tree-rows.ts'
import { atLeast, type DrawnColumn, tableColumns } from './table-columns.tsx'
import { titleColumn } from './title-column.ts'

const ACTION_WIDTH = 150
const HANDLE_WIDTH = 40
const NUMBER_WIDTH = 60

/** The columns of a list's table: its data as the user set them up, what stands before them, and what can be done with a row. */
export function useTableColumns(
  list: ListModel,
  columns: readonly DrawnColumn[],
  actions: ((row: Row) => readonly RowAction[]) | undefined,
  moves: RowMoves | null,
  setup: ListSetup | undefined,
  /** A click on a row has another meaning: its name opens nothing. */
  choosesByClick: boolean,
) {
  const { registry } = useRenderer()
  const language = useLanguage()
  const { sort, pageNo, pageSize } = list.state
  const firstNumber = setup?.settings.rowNumbers && !list.tree ? (pageNo - 1) * pageSize + 1 : null
  const onWidth = useOnWidth(setup)
  // biome-ignore lint/correctness/useExhaustiveDependencies: headings are texts
  return useMemo(() => {
    const drawn = tableColumns(columns, registry, sort)
    const title = choosesByClick ? undefined : titleColumn(columns, registry)?.field.name
    const linked = drawn.map((column) =>
      actions && column.key === title ? opening(column, actions) : column,
    )
    const data = onWidth ? linked.map((column) => withEdge(column, onWidth)) : linked
    const before = [...handleColumn(moves), ...numberColumn(firstNumber, columns[0]?.fixed === 'left')]
    // Where each width is given, what is left belongs to none of them.
    const rest = columns.every(({ exact }) => exact)
      ? [{ key: 'rest', title: '', className: 'expo-cell' }]
      : []
    const right = columns.findIndex(({ fixed }) => fixed === 'right')
    const from = right < 0 ? data.length : right
    const all = [...before, ...data.slice(0, from), ...rest, ...data.slice(from)]
    if (!actions) return all
    return [
      ...all,
      {
        key: 'action',
        title: t('操作'),
        className: 'expo-cell',
        fixed: 'right' as const,
        width: ACTION_WIDTH,
        onCell: (_: Row, at?: number) => (at === 0 ? FIRST_ACTION_CELL : ACTION_CELL),
        render: (_: unknown, row: Row) => (isPlaceholder(row) ? null : <ActionCell of={actions} row={row} />),
      },
    ]
  }, [columns, registry, sort, actions, moves, language, onWidth, firstNumber, choosesByClick])
}

/** The column that names a record, whose values open it. */
function opening(
  column: TableColumnType<Row>,
  actions: (row: Row) => readonly RowAction[],
): TableColumnType<Row> {
  const { render } = column
  return {
    ...column,
    render: (value: unknown, row: Row, at: number) => {
      const read = render?.(value, row, at) as ReactNode
      return isPlaceholder(row) ? (
        read
      ) : (
        <OpenRecord row={row} actions={actions}>
          {read}
        </OpenRecord>
      )
    },
  }
}

/** Nothing is pinned behind this column. The table would number it by its place, which is another with each column that comes or goes. */
const ACTION_CELL = { style: { '--z-offset': 0 } as CSSProperties }
const FIRST_ACTION_CELL = { style: { ...ACTION_CELL.style, minWidth: ACTION_WIDTH } }

/** What can be done with a record; drawn again when the record or the actions change. */
const ActionCell = memo(function ActionCell(props: { of(row: Row): readonly RowAction[]; row: Row }) {
  return <RowActions actions={props.of(props.row)} narrow={false} />
})

/** Takes the width to which a column was dragged; absent where nothing can be set. */
function useOnWidth(setup: ListSetup | undefined) {
  const latest = useRef(setup)
  latest.current = setup
  const set = useCallback((name: string, width: number | null) => {
    if (!latest.current) return
    const { settings, columns, change } = latest.current
    const order = columns.map(({ field }) => field.name)
    change(withColumn(settings, order, name, { width: width ?? undefined }))
  }, [])
  return setup ? set : null
}

function withEdge(
  column: TableColumnType<Row>,
  onWidth: (name: string, width: number | null) => void,
): TableColumnType<Row> {
  const onResize = (width: number | null) => onWidth(String(column.key), width)
  const cellOf = column.onHeaderCell
  return {
    ...column,
    onHeaderCell: (one, at) => ({ ...cellOf?.(one, at), onResize }) as HTMLAttributes<HTMLElement>,
  }
}

function numberColumn(first: number | null, isFixed: boolean): TableColumnType<Row>[] {
  if (first === null) return []
  return [
    {
      key: 'row-number',
      title: t('序号'),
      className: 'expo-cell',
      width: NUMBER_WIDTH,
      onCell: atLeast(NUMBER_WIDTH),
      ...(isFixed ? { fixed: 'left' as const } : {}),
      render: (_: unknown, __: Row, at: number) => first + at,
    },
  ]
}

function handleColumn(moves: RowMoves | null): TableColumnType<Row>[] {
  if (!moves) return []
  return [
    {
      key: 'drag',
      title: '',
      className: 'expo-cell',
      width: HANDLE_WIDTH,
      render: (_: unknown, row: Row) => (!isPlaceholder(row) && moves.mayMove(row) ? <DragHandle /> : null),
    },
  ]
}
