import type { CompiledForm, RowError } from '#schemas/compile/model.ts'
import type { ReadRow } from '../spreadsheet/read-cells.ts'
import type { ReadLine } from './line-reader.ts'
import type { SubLines } from './sub-lines.ts'

/** A sub row of a record of a file: where it stands, and what it says. */
export interface ReadSubRow {
  lines: SubLines
  row: ReadRow
  read: ReadLine
}

/** Sub rows of a record, by the codes of their tables. */
export type SubRowsOfRecord = ReadonlyMap<string, readonly ReadSubRow[]>

/** What is wrong with a record, as its sender is told. */
export interface LineFault {
  message: string
  /** The line of a sub row; absent where it is said of the record. */
  row?: ReadRow
}

/** The sentence for what is wrong with a record or one of its sub rows: of these with sheet, line and column. */
export function lineFault(
  { field, message, subTable, row }: RowError,
  subs: SubRowsOfRecord | undefined,
  say: (sentence: string) => string,
): LineFault {
  const found = subTable === undefined || row === undefined ? undefined : subs?.get(subTable)?.[row]
  if (!found) return { message: say(message) }
  const { lines } = found
  const title = titleOf(lines.of.view.form, field)
  // Some reasons begin with the field, which the sentence names already.
  const reason = message.startsWith(`${title}：`) ? message.slice(title.length + 1) : message
  const column = lines.sheet ? title : `${lines.of.title}·${title}`
  const { line } = found.row
  const sentence =
    lines.sheet && title
      ? `工作表“${lines.sheet.name}”第 ${line} 行“${column}”：${reason}`
      : lines.sheet
        ? `工作表“${lines.sheet.name}”第 ${line} 行：${message}`
        : title
          ? `第 ${line} 行“${column}”：${reason}`
          : `第 ${line} 行：${message}`
  return { message: say(sentence), row: found.row }
}

function titleOf(form: CompiledForm, name: string): string {
  return form.fields.find((field) => field.name === name)?.title ?? ''
}
