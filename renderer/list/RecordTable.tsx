import { Alert, Button, Empty, Skeleton, Table, type TableProps } from 'antd'
import { type HTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { selectionLabels } from '../kit/selection-labels.ts'
import { isNarrowScreen, useScreen } from '../kit/use-screen.ts'
import { CHILD_ROWS } from '../model/child-rows.ts'
import { sortedBy } from '../model/sorted-by.ts'
import { displayText } from '../widget/display-text.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { ResizableHeader } from './columns/ResizableHeader.tsx'
import type { DrawnColumn } from './columns/table-columns.tsx'
import { useTableColumns } from './columns/use-table-columns.tsx'
import { TotalsRow } from './figures/TotalsRow.tsx'
import { ListFault } from './ListFault.tsx'
import { LiveNotice, liveClass } from './live/LiveNotice.tsx'
import { RowDragging } from './moving/RowDragging.tsx'
import type { RowMoves } from './moving/use-row-moves.tsx'
import { NoRows } from './NoRows.tsx'
import { RecordCards } from './RecordCards.tsx'
import type { RowAction } from './RowMenu.tsx'
import type { CurrentRow } from './use-current-row.ts'
import type { ListModel } from './use-list.ts'
import type { ListSetup } from './use-list-settings.ts'
import { isPlaceholder } from './use-tree-rows.ts'
import './list.css'

export type ListSize = 'small' | 'medium'

interface Props {
  list: ListModel
  /** What can be done with a row; without it there is no such column. */
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  /** How many rows may be chosen; none by default. */
  selection?: 'several' | 'one' | undefined
  /** A click anywhere on a row chooses it. */
  choosesByClick?: boolean
  /** Present where a click makes a row the current one, apart from those that are ticked. */
  current?: CurrentRow | undefined
  size?: ListSize
  /** Height of the body (px, or a length of CSS), in a dialog: the rows scroll below the heading. */
  height?: number | string
  /** What stands below a row when it is opened. */
  below?: ((row: Row) => ReactNode) | undefined
  /** Present while rows can be dragged. */
  moves?: RowMoves | null
  /** How the user set the list up; as the document has it, if absent. */
  setup?: ListSetup | undefined
}

const NO_TOTALS: Row = {}
const COMPONENTS = { header: { cell: ResizableHeader } }

/** The rows of a list with pager and selection, and the faces of a list that has none. */
export function RecordTable(props: Props) {
  const { list } = props
  const { rows, error, missing, reload } = list
  if (missing.length > 0)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={t('请先填写查询条件：{titles}', { titles: missing.join('、') })}
      />
    )
  if (rows === null && error) return <ListFault error={error} reload={reload} />
  if (rows === null) return <Skeleton active paragraph={{ rows: 8 }} className="expo-list-skeleton" />
  return (
    <>
      {error ? (
        <Alert
          type="warning"
          showIcon
          className="expo-list-selection"
          title={error.message}
          action={
            <Button size="small" onClick={reload}>
              {t('重试')}
            </Button>
          }
        />
      ) : null}
      <Rows {...props} rows={rows} />
    </>
  )
}

function Rows(props: Props & { rows: readonly Row[] }) {
  const top = useRef<HTMLDivElement>(null)
  const { pageNo, pageSize } = props.list.state
  const shown = useRef(`${pageNo} ${pageSize}`)
  // Another page is read from its beginning.
  useEffect(() => {
    const now = `${pageNo} ${pageSize}`
    if (shown.current !== now) top.current?.scrollIntoView({ block: 'start' })
    shown.current = now
  }, [pageNo, pageSize])
  const areCards = useCards(props.below !== undefined)
  return (
    // A tick or the number of a page is nothing to save: leaving the page does not ask because of it.
    <div ref={top} className="expo-list-top" data-typing-is-not-work="">
      <LiveNotice list={props.list} />
      {areCards ? <RecordCards {...props} /> : <TableRows {...props} />}
    </div>
  )
}

/** Whether records are drawn as cards: where there is no room for columns, unless something opens below a row. */
export function useCards(opensBelow: boolean): boolean {
  const isNarrow = useNarrow()
  return isNarrow && !opensBelow
}

/** Whether there is no room for columns, and for many buttons. */
export function useNarrow(): boolean {
  return isNarrowScreen(useScreen())
}

function TableRows({ list, rows, size = 'medium', height, ...props }: Props & { rows: readonly Row[] }) {
  const { choosesByClick = false, current, selection, moves = null, setup } = props
  const shown = setup?.shown ?? list.shape.columns
  const columns = useTableColumns(
    list,
    shown,
    props.actions,
    moves,
    setup,
    choosesByClick || current !== undefined,
  )
  const rowSelection = useRowSelection(list, shown, selection)
  const opened = useExpandable(list, props.below)
  // The arrow of a row stands with its name, behind the handle; the column of ticks is counted twice.
  const expandable = moves ? { ...opened, expandIconColumnIndex: rowSelection ? 3 : 1 } : opened
  // What the table puts before its columns takes cells of the last row, too.
  const keys = [
    ...(rowSelection ? ['selection'] : []),
    ...(props.below ? ['below'] : []),
    ...columns.map(({ key }) => String(key)),
  ]
  const isShift = useRef(false)
  const noteShift = ({ shiftKey }: { shiftKey: boolean }) => {
    isShift.current = shiftKey
  }
  const isCurrent = (row: Row) => current?.row?.id === row.id
  const press = (row: Row) => {
    if (current) return current.pick(row)
    const key = list.keyOf(row)
    const next = new Map(selection === 'several' ? list.chosen : [])
    if (selection === 'several' && list.chosen.has(key)) next.delete(key)
    else next.set(key, row)
    list.choose(next)
  }
  const table = (
    <Table<Row>
      rowKey={list.keyOf}
      rowClassName={(row) =>
        `${liveClass(list, list.keyOf(row))}${isCurrent(row) ? ' expo-row-current' : ''}`
      }
      size={size}
      columns={columns}
      {...(setup ? { components: COMPONENTS } : {})}
      dataSource={[...rows]}
      loading={list.loading}
      // Columns give way a little; only then the pinned one lies over others and the rows scroll.
      className="expo-list-table"
      tableLayout="auto"
      scroll={height ? { x: true, y: height } : { x: true }}
      sticky={height === undefined}
      onChange={handlerOf(list, () => isShift.current)}
      onHeaderRow={() => ({ onClickCapture: noteShift, onKeyDownCapture: noteShift })}
      showSorterTooltip={false}
      {...(list.totals
        ? {
            summary: () => (
              // Below the rows while they scroll; the table looks for this very element.
              <Table.Summary fixed={height !== undefined}>
                <TotalsRow keys={keys} columns={shown} totals={list.totals ?? NO_TOTALS} />
              </Table.Summary>
            ),
          }
        : {})}
      locale={{ emptyText: <NoRows list={list} /> }}
      {...(rowSelection ? { rowSelection } : {})}
      {...(current || (choosesByClick && selection)
        ? {
            onRow: (row: Row, at) => ({
              ...(current ? keysOf(current, row, at ?? 0) : {}),
              onClick: ({ currentTarget, target }) => {
                // The box at the beginning of the row takes its clicks itself, and so do links, pictures, and what a picture opens.
                if (!(target instanceof Element) || !currentTarget.contains(target)) return
                if (!target.closest('.ant-table-selection-column, a, button, [role="button"]')) press(row)
              },
              style: { cursor: 'pointer' },
            }),
          }
        : {})}
      expandable={expandable}
      pagination={
        list.shape.paging
          ? {
              current: list.state.pageNo,
              pageSize: list.state.pageSize,
              total: list.total,
              pageSizeOptions: list.shape.pageSizes.map(String),
              showSizeChanger: true,
              showQuickJumper: true,
              // Otherwise it draws itself once more whenever its tab is shown.
              responsive: false,
              showTotal: (total, [from, to]) => t('{from}-{to} 共{total}条', { from, to, total }),
            }
          : false
      }
    />
  )
  return moves ? <RowDragging moves={moves}>{table}</RowDragging> : table
}

/** A row that can be made the current one from the keyboard: one stop for all rows, arrows between them. */
function keysOf(current: CurrentRow, row: Row, at: number): HTMLAttributes<HTMLElement> {
  const isCurrent = current.row?.id === row.id
  return {
    tabIndex: isCurrent || (current.row === null && at === 0) ? 0 : -1,
    'aria-current': isCurrent,
    onKeyDown: (event) => {
      const { key, currentTarget, target } = event
      if (target !== currentTarget) return
      const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
      if (key === 'Enter' || key === ' ') current.pick(row)
      else if (key === 'ArrowDown' || key === 'ArrowUp') {
        const next = currentTarget[step[key]]
        if (next instanceof HTMLElement) next.focus()
      } else return
      event.preventDefault()
    },
  }
}

function useRowSelection(
  list: ListModel,
  columns: readonly DrawnColumn[],
  selection: Props['selection'],
): TableProps<Row>['rowSelection'] {
  const { registry } = useRenderer()
  if (!selection) return undefined
  const named = list.shape.columns[0]?.field
  const labels = selectionLabels<Row>(
    (row) => (named && displayText(registry, named, row)) || list.keyOf(row),
  )
  return {
    type: selection === 'several' ? 'checkbox' : 'radio',
    // Beside a column that stays in view they stay, too.
    fixed: columns.some(({ fixed }) => fixed === 'left'),
    selectedRowKeys: [...list.chosen.keys()],
    preserveSelectedRowKeys: true,
    columnWidth: 40,
    onChange: (keys, rows) =>
      list.choose(
        new Map(keys.map((key, at) => [String(key), rows[at] ?? list.chosen.get(String(key)) ?? {}])),
      ),
    getTitleCheckboxProps: labels.getTitleCheckboxProps,
    getCheckboxProps: (row: Row) =>
      isPlaceholder(row) ? { disabled: true, style: { display: 'none' } } : labels.getCheckboxProps(row),
  }
}

function useExpandable({ tree }: ListModel, below: Props['below']): TableProps<Row>['expandable'] {
  return {
    childrenColumnName: CHILD_ROWS,
    ...(tree
      ? {
          expandedRowKeys: [...tree.expanded],
          onExpand: (expanded: boolean, row: Row) => tree.toggle(String(row.id), expanded),
        }
      : below
        ? { expandedRowRender: below }
        : {}),
  }
}

function handlerOf(
  { state, navigate }: ListModel,
  addsSorter: () => boolean,
): NonNullable<TableProps<Row>['onChange']> {
  return (pagination, _filters, sorter, extra) => {
    if (extra.action === 'sort') {
      const asked = [sorter].flat().flatMap(({ columnKey, order }) => {
        return order ? [{ field: String(columnKey), descending: order === 'descend' }] : []
      })
      navigate({ ...state, pageNo: 1, sort: sortedBy(state.sort, asked, addsSorter()) })
    } else {
      const pageSize = pagination.pageSize ?? state.pageSize
      navigate({
        ...state,
        pageSize,
        pageNo: pageSize === state.pageSize ? (pagination.current ?? 1) : 1,
      })
    }
  }
}
