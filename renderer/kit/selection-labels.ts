import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'

/** What a screen reader calls the boxes of a table: antd's own words are English. `nameOf` names a row. */
export function selectionLabels(nameOf: (row: Row) => string) {
  return {
    getTitleCheckboxProps: () => ({ 'aria-label': t('全选') }),
    getCheckboxProps: (row: Row) => ({ 'aria-label': t('选择 {row}', { row: nameOf(row) }) }),
  }
}
