import type { Row } from '#schemas/compile/model.ts'
import { namesIn } from '#schemas/widget/named-fields.ts'

/** Columns of the levels, the field's own first. */
export function levelColumns(own: string, linkField: string | undefined): string[] {
  return [own, ...namesIn(linkField).filter((name) => name !== own)]
}

/** What choosing at a level does to the others: it is set, all below are emptied. */
export function choose(columns: readonly string[], level: number, value: string): Row {
  return Object.fromEntries(
    columns.slice(level).map((column, below) => [column, below === 0 && value !== '' ? value : null]),
  )
}
