import type { Row } from '#schemas/compile/model.ts'
import { OpenRecord } from '../OpenRecord.tsx'
import type { RowAction } from '../RowMenu.tsx'

const OPENS = ['detail', 'edit']

/** The heading of a card; it opens the record, where the user may look at it. */
export function CardTitle({
  title,
  actions,
  row,
}: {
  title: string
  actions: ((row: Row) => readonly RowAction[]) | undefined
  row: Row
}) {
  return (
    <h3 className="expo-card-title">
      <OpenRecord row={row} actions={actions} by={OPENS}>
        <span className="expo-card-name" title={title}>
          {title}
        </span>
      </OpenRecord>
    </h3>
  )
}
