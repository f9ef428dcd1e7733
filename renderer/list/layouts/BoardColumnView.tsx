import { Button } from 'antd'
import type { BoardLayout, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { ColoredText } from '../../widget/ColoredText.tsx'
import { displayText } from '../../widget/display-text.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { RowActions } from '../RowActions.tsx'
import type { RowAction } from '../RowMenu.tsx'
import type { BoardColumn } from './board-columns.ts'
import { CardFacts } from './CardFacts.tsx'
import { CardTitle } from './CardTitle.tsx'

/** Another column that cards can be put into. */
export interface MoveTarget {
  key: string
  name: string
  move(row: Row): Promise<void>
}

interface Props {
  column: BoardColumn
  name: string
  layout: BoardLayout
  /** The card that is being saved. */
  movingId: string | null
  mayMove(row: Row): boolean
  /** How a card looks that others have changed. */
  classOf(row: Row): string
  keyOf(row: Row): string
  actions: ((row: Row) => readonly RowAction[]) | undefined
  targets: readonly MoveTarget[]
  /** Null where no more cards are shown. */
  onMore: (() => void) | null
}

/** A column of a board with its cards. */
export function BoardColumnView(props: Props) {
  const { column, name, layout, movingId, mayMove, classOf, keyOf, actions, targets, onMore } = props
  const { registry } = useRenderer()
  const { count, records } = column
  const card = (row: Row) => {
    const id = keyOf(row)
    const isMovable = mayMove(row)
    const title = displayText(registry, layout.label, row) || id
    const moves = isMovable
      ? targets.map(
          (to): RowAction => ({
            key: `move ${to.key}`,
            label: t('移到“{place}”', { place: to.name }),
            danger: false,
            question: null,
            run: () => to.move(row),
          }),
        )
      : []
    const all = [...(actions?.(row) ?? []), ...moves]
    return (
      <li key={id}>
        <article
          className={`expo-card expo-board-card ${classOf(row)}`.trimEnd()}
          aria-label={title}
          data-card={id}
          draggable={isMovable}
          aria-busy={movingId === id}
        >
          <header className="expo-card-head">
            <CardTitle title={title} actions={actions} row={row} />
            {all.length > 0 ? <RowActions actions={all} narrow /> : null}
          </header>
          <CardFacts fields={layout.fields} row={row} />
        </article>
      </li>
    )
  }
  return (
    <section
      className="expo-board-column"
      aria-label={t('{name}，{count} 条', { name, count })}
      data-column={column.key}
      {...(column.takes ? { 'data-takes': '' } : {})}
    >
      <header className="expo-board-head">
        <h2>
          <ColoredText color={column.color}>{name}</ColoredText>
        </h2>
        <span className="expo-board-count">{count}</span>
      </header>
      <ul className="expo-board-cards">{records.map(card)}</ul>
      {records.length < count ? (
        <footer className="expo-board-more">
          {onMore ? (
            <Button type="link" size="small" onClick={onMore}>
              {t('显示更多')}
            </Button>
          ) : (
            t('显示了 {shown} 条，共 {count} 条', { shown: records.length, count })
          )}
        </footer>
      ) : null}
    </section>
  )
}
