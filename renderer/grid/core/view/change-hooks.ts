import type Handsontable from 'handsontable/base'
import { plainText } from '../columns.ts'
import type { ViewContext } from './view-context.ts'
import type { CellInput } from './view-host.ts'

type Change = [row: number, prop: string | number, before: unknown, after: unknown]

/** What the user changes in cells goes to the host, which shows the outcome: the library itself changes nothing. */
export function changeHooks({ host }: ViewContext): Handsontable.GridSettings {
  const inputOf = ([row, prop, before, value]: Change, source: string): CellInput | null => {
    const column = host.columns().find(({ name }) => name === prop)
    if (!column || host.isReadOnly(row, column)) return null
    // What cannot be read as it stands there is kept until something else is typed.
    if (source === 'edit' && !column.resolve && value === plainText(before)) return null
    return typeof value === 'string' ? { row, column, text: value } : { row, column, value }
  }
  return {
    beforeChange(changes, source) {
      const inputs = changes.flatMap((change) => (change ? (inputOf(change as Change, source) ?? []) : []))
      if (inputs.length > 0) host.onInput(inputs)
      return false
    },
    beforeRemoveRow: () => false,
    beforeCreateRow: () => false,
  }
}
