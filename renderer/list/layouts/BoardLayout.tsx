import { Alert, Skeleton } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BoardLayout as Board, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useDict } from '../../data/use-dict.ts'
import { useRequest } from '../../data/use-request.ts'
import { displayText } from '../../widget/display-text.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { TotalsLine } from '../../widget/TotalValue.tsx'
import { ListFault } from '../ListFault.tsx'
import { liveClass } from '../live/LiveNotice.tsx'
import { NoRows } from '../NoRows.tsx'
import { BoardColumnView } from './BoardColumnView.tsx'
import { type BoardColumn, boardColumns } from './board-columns.ts'
import type { LayoutProps } from './layout-props.ts'
import { useDragging } from './use-dragging.ts'
import './layouts.css'

/** Cards are dragged onto columns that take them. */
const CARDS = { taken: '[data-card]', place: '[data-column][data-takes]' }

/** Cards of a column that are shown at first, and how many more with each press. */
const STEP = 20

/** The rows of a list as cards in columns: a card that is put into another column gets its value. */
export function BoardLayout({ layout, list, actions, fieldChange }: LayoutProps<Board>) {
  const { client, registry } = useRenderer()
  const { groupBy, label } = layout
  const { call, source, loads } = list
  const [size, setSize] = useState(STEP)
  const { options, loading: isNaming } = useDict(groupBy)
  const board = useRequest(
    async (signal) =>
      call && client.board
        ? client.board(source, { ...call, pageNo: 1, pageSize: size }, groupBy.name, { signal })
        : null,
    [client.board, source, call, groupBy, size, loads, list.live.turn],
  )
  const { data, error, loading } = board
  const columns = useMemo(
    () => (data ? boardColumns(groupBy, options, data.groups) : []),
    [data, groupBy, options],
  )
  const nameOf = (column: BoardColumn) =>
    column.text ?? (column.key === '' ? t('未设置') : displayText(registry, groupBy, column.row))
  const moved = useFocusOnMoved(data)
  const [movingId, setMovingId] = useState<string | null>(null)

  const mayMove = (row: Row) => fieldChange.mayChange(row, [groupBy])
  async function move(row: Row, to: BoardColumn) {
    const id = list.keyOf(row)
    setMovingId(id)
    moved.current = id
    const title = displayText(registry, label, row) || id
    await fieldChange.change(
      row,
      { [groupBy.name]: to.value },
      t('“{title}”已移到“{place}”', { title, place: nameOf(to) }),
    )
    setMovingId(null)
  }
  const dragging = useDragging(CARDS, ({ card: id }, { column: key }) => {
    const from = columns.find(({ records }) => records.some((row) => list.keyOf(row) === id))
    const row = from?.records.find((one) => list.keyOf(one) === id)
    const to = columns.find((column) => column.key === key)
    if (row && to?.takes && to !== from) void move(row, to)
  })

  if (!data && error) return <ListFault error={error} reload={board.reload} />
  if (!data || isNaming) return <Skeleton active paragraph={{ rows: 8 }} className="expo-list-skeleton" />
  if (data.groups.length === 0) return <NoRows list={list} />
  return (
    <>
      {error ? <Alert type="warning" showIcon title={error.message} className="expo-list-selection" /> : null}
      {data.isCut ? (
        <Alert type="info" title={t('取值过多，只显示记录最多的一部分')} className="expo-list-selection" />
      ) : null}
      {/* The keyboard has 移到 in the menu of each card. */}
      <div className="expo-board" aria-busy={loading} {...dragging}>
        {columns.map((column) => (
          <BoardColumnView
            key={column.key}
            column={column}
            name={nameOf(column)}
            layout={layout}
            movingId={movingId}
            classOf={(row) => liveClass(list, list.keyOf(row))}
            mayMove={mayMove}
            keyOf={list.keyOf}
            actions={actions}
            targets={columns
              .filter((one) => one.takes && one !== column)
              .map((to) => ({ key: to.key, name: nameOf(to), move: (row: Row) => move(row, to) }))}
            onMore={size < MOST ? () => setSize(size + STEP) : null}
          />
        ))}
      </div>
      <TotalsLine columns={list.shape.columns} totals={list.totals} />
    </>
  )
}

/** More cards of a column are not drawn: a table shows them better. */
const MOST = 100

/** A card that is put into another column loses the keyboard: it comes back to the card's menu. */
function useFocusOnMoved(data: unknown) {
  const moved = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the cards stand in their new places
  useEffect(() => {
    const { current: id } = moved
    if (id === null) return
    moved.current = null
    if (document.activeElement !== document.body) return
    const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')]
    const card = cards.find(({ dataset }) => dataset.card === id)
    card?.querySelector<HTMLElement>('.expo-row-link')?.focus()
  }, [data])
  return moved
}
