import type { ReactNode } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import type { RowAction } from './RowMenu.tsx'

interface Props {
  row: Row
  actions: ((row: Row) => readonly RowAction[]) | undefined
  /** What opens it, the first that the user may. */
  by?: readonly string[]
  children: ReactNode
}

const DETAILS = ['detail']

/** The name of a record: a click opens what its details open, where the user may look at them. */
export function OpenRecord({ row, actions, by = DETAILS, children }: Props) {
  const ofRow = actions?.(row) ?? []
  const open = by.flatMap((code) => ofRow.find(({ key }) => key === code) ?? [])[0]
  if (!open) return children
  return (
    <button type="button" className="expo-open-record" onClick={() => void open.run()}>
      {children}
    </button>
  )
}
