import type { Row } from '#schemas/compile/model.ts'
import type { RowAction } from '../RowMenu.tsx'

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
  const ofRow = actions?.(row) ?? []
  const open = ofRow.find(({ key }) => key === 'detail') ?? ofRow.find(({ key }) => key === 'edit')
  return (
    <h3 className="expo-card-title">
      {open ? (
        <button type="button" className="expo-card-open" onClick={() => void open.run()}>
          {title}
        </button>
      ) : (
        title
      )}
    </h3>
  )
}
