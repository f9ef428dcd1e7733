import { t } from '#schemas/text/text.ts'

/** What a screen reader calls the boxes of a table: antd's own words are English. `nameOf` names a row. */
export function selectionLabels<Line>(nameOf: (line: Line) => string) {
  return {
    getTitleCheckboxProps: () => ({ 'aria-label': t('全选') }),
    getCheckboxProps: (line: Line) => ({ 'aria-label': t('选择 {row}', { row: nameOf(line) }) }),
  }
}
