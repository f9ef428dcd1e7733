import type { Row } from '#schemas/compile/model.ts'

/** What a screen reader calls the boxes of a table: antd's own words are English. `nameOf` names a row. */
export function selectionLabels(nameOf: (row: Row) => string) {
  return {
    getTitleCheckboxProps: () => ({ 'aria-label': '全选' }),
    getCheckboxProps: (row: Row) => ({ 'aria-label': `选择 ${nameOf(row)}` }),
  }
}
