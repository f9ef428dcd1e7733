import { attributeText, cellText } from './cell-text.ts'
import type { Cell, Sheet } from './sheet.ts'
import type { Styles } from './styles.ts'

/** Most rows of a sheet, and most links, which Excel has. */
export const MAX_SHEET_ROWS = 1_048_576
const MAX_LINKS = 65_530
/** Of a piece: few, since making one keeps other callers waiting. */
const CHUNK_CHARACTERS = 8 * 1024

/** Rows of a sheet in turn, so that a second sheet may go on where the first is full. */
export interface RowCursor {
  next(): Promise<readonly Cell[] | null>
  /** True where all rows were given. */
  isDone(): Promise<boolean>
  close(): Promise<void>
}

/** The XML of a sheet in pieces, until its rows end or it is full; the addresses of its links are added to `links`. */
export async function* sheetXml(
  sheet: Sheet,
  rows: RowCursor,
  styles: Styles,
  links: string[],
  maxRows: number,
): AsyncGenerator<string> {
  const { columns, frozenRows = 0, rules = [] } = sheet
  const letters = columns.map((_, at) => columnLetters(at + 1))
  const formats = columns.map(({ format }) => styles.number(format))
  const text = styles.look('text')
  const linked: string[] = []
  let xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetViews><sheetView workbookViewId="0">${
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`
      : ''
  }</sheetView></sheetViews><cols>${columns
    .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

  const one = (cell: Cell, at: string, column: number): string => {
    if (cell === null || cell === '') return ''
    if (typeof cell === 'number') return numberXml(at, formats[column] ?? 0, cell)
    if (typeof cell === 'string') return textXml(at, text, cell)
    const { value, as, link } = cell
    if (link !== undefined && linked.length < MAX_LINKS) {
      links.push(link)
      linked.push(`<hyperlink ref="${at}" r:id="rId${links.length}"/>`)
    }
    const style = styles.look(as ?? (link === undefined ? 'text' : 'link'))
    if (value === null) return as === undefined ? '' : `<c r="${at}" s="${style}"/>`
    return typeof value === 'number' ? numberXml(at, style, value) : textXml(at, style, value)
  }

  for (let row = 1; row <= maxRows; row += 1) {
    const cells = await rows.next()
    if (cells === null) break
    xml += `<row r="${row}">`
    for (let at = 0; at < cells.length; at += 1)
      xml += one(cells[at] ?? null, `${letters[at] ?? columnLetters(at + 1)}${row}`, at)
    xml += '</row>'
    if (xml.length >= CHUNK_CHARACTERS) {
      yield xml
      xml = ''
    }
  }

  const merged = sheet.merged ?? []
  yield `${xml}</sheetData>${
    merged.length > 0
      ? `<mergeCells count="${merged.length}">${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : ''
  }${
    rules.length > 0
      ? `<dataValidations count="${rules.length}">${rules.map(ruleXml).join('')}</dataValidations>`
      : ''
  }${linked.length > 0 ? `<hyperlinks>${linked.join('')}</hyperlinks>` : ''}</worksheet>`
}

function ruleXml({ column, firstRow, prompt, choices }: NonNullable<Sheet['rules']>[number]): string {
  const letters = columnLetters(column)
  const list = choices === undefined ? '' : ' type="list" showErrorMessage="1" errorStyle="warning"'
  const shown = prompt
    ? ` showInputMessage="1" promptTitle="${attributeText(prompt.title.slice(0, 32))}" prompt="${attributeText(prompt.text.slice(0, 255))}"`
    : ''
  const formula = choices === undefined ? '' : `<formula1>${cellText(choices)}</formula1>`
  return `<dataValidation allowBlank="1"${list}${shown} sqref="${letters}${firstRow}:${letters}${MAX_SHEET_ROWS}">${formula}</dataValidation>`
}

function numberXml(at: string, style: number, value: number): string {
  return Number.isFinite(value) ? `<c r="${at}" s="${style}"><v>${value}</v></c>` : ''
}

function textXml(at: string, style: number, value: string): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(value)}</t></is></c>`
}

/** `A` for 1, `AA` for 27. */
export function columnLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26)
  return (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}
