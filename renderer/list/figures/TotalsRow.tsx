import { Table } from 'antd'
import type { ListColumn, Row } from '#schemas/compile/model.ts'
import { TotalValue } from '../../widget/TotalValue.tsx'

interface Props {
  /** All columns of the table from left to right, by their keys. */
  keys: readonly string[]
  columns: readonly ListColumn[]
  totals: Row
}

/** The row below the rows of a table. */
export function TotalsRow({ keys, columns, totals }: Props) {
  return (
    <Table.Summary.Row className="expo-totals-row">
      {keys.map((key, at) => {
        const column = columns.find(({ field }) => field.name === key)
        return (
          <Table.Summary.Cell key={key} index={at} {...(column ? { align: column.align } : {})}>
            {column ? <TotalValue column={column} totals={totals} /> : null}
          </Table.Summary.Cell>
        )
      })}
    </Table.Summary.Row>
  )
}
