import { Button, Empty } from 'antd'
import { type ComponentType, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import { t } from '#schemas/text/text.ts'
import { ColumnTexts } from '../../core/ColumnTexts.tsx'
import type { GridColumn } from '../../core/columns.ts'
import type { GridController, GridState } from '../../core/grid-controller.types.ts'
import { createCardView } from './card-view.ts'
import { RowCard } from './RowCard.tsx'
import type { RowSheetProps } from './row-sheet.types.ts'
import './cards.css'

/** How many more are drawn at a time. */
export const CARDS_AT_ONCE = 50

export interface RowCardsProps {
  controller: GridController
  state: GridState
  form: CompiledForm
  /** Every column that the document has. */
  columns: readonly GridColumn[]
  selection: 'checkbox' | 'radio'
  /** What the rules of a row see besides it. */
  context(): RuleContext
  /** The form of a row; without one the rows are only shown. */
  sheet?: ComponentType<RowSheetProps> | undefined
}

/** The rows of a grid one below the other, for screens that are narrower than its columns; a press opens the form of one. */
export function RowCards({
  controller,
  state,
  form,
  columns,
  selection,
  context,
  sheet: Sheet,
}: RowCardsProps) {
  const { host } = controller
  const [count, setCount] = useState(CARDS_AT_ONCE)
  const [, repaint] = useReducer((turn: number) => turn + 1, 0)
  const list = useRef<HTMLOListElement>(null)
  const [shownRow, setShownRow] = useState<{ row: number } | null>(null)
  useLayoutEffect(
    () =>
      controller.drawBy(
        createCardView(host, {
          onReveal(row) {
            setCount((before) => Math.max(before, Math.ceil((row + 1) / CARDS_AT_ONCE) * CARDS_AT_ONCE))
            setShownRow({ row })
          },
          onRepaint: repaint,
        }),
      ),
    [controller, host],
  )
  useLayoutEffect(() => {
    if (shownRow) list.current?.children[shownRow.row]?.scrollIntoView?.({ block: 'nearest' })
  }, [shownRow])

  const rows = controller.sight.rows()
  const more = rows.length - count
  const { session } = state
  return (
    <>
      {rows.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />}
      <ol ref={list} className="sub-cards">
        {rows.slice(0, count).map((row, place) => (
          <RowCard
            key={row.key}
            controller={controller}
            place={place}
            rowCount={rows.length}
            selection={selection}
          />
        ))}
      </ol>
      {more > 0 && (
        <Button block onClick={() => setCount(count + CARDS_AT_ONCE)}>
          {t('更多（还有 {count} 行）', { count: more })}
        </Button>
      )}
      <ColumnTexts controller={controller} columns={columns} textless={state.textless} />
      {session && Sheet && (
        <Sheet
          key={session.row}
          controller={controller}
          session={session}
          form={form}
          columns={columns}
          context={context}
        />
      )}
    </>
  )
}
