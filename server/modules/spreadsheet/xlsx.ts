import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { attributeText } from './cell-text.ts'
import type { Cell, Sheet } from './sheet.ts'
import { MAX_SHEET_ROWS, type RowCursor, sheetXml } from './sheet-xml.ts'
import { createStyles } from './styles.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Names of sheets are no longer, and hold none of the others. */
const MAX_NAME = 31
const NOT_IN_NAME = /[[\]:*?/\\]/g

/** The media type of such a file. */
export const XLSX_TYPE = `${MAIN}.sheet`

/** A part of the workbook that is there. */
interface Part {
  name: string
  hidden: boolean
}

/**
 * A workbook as bytes, written while its rows are made: it holds no more than a piece of them. The rows of a sheet go on in a
 * further one where it is full. Destroying the stream ends the rows.
 */
export function xlsxOf(sheets: readonly Sheet[], maxRows = MAX_SHEET_ROWS): Readable {
  const zip = new ZipFile()
  // The type of the package is wider than the stream that it makes.
  const output = zip.outputStream as Readable
  const closed = new AbortController()
  output.once('close', () => closed.abort())
  writeParts(zip, sheets, maxRows, closed.signal).catch((error: Error) => output.destroy(error))
  return output
}

async function writeParts(
  zip: ZipFile,
  sheets: readonly Sheet[],
  maxRows: number,
  closed: AbortSignal,
): Promise<void> {
  const styles = createStyles()
  const parts: Part[] = []
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(HEAD + xml), path)

  for (const sheet of sheets) {
    const rows = cursorOf(sheet.rows)
    try {
      for (let serial = 1; serial === 1 || !(await rows.isDone()); serial += 1) {
        parts.push({ name: freeName(sheet.name, serial, parts), hidden: sheet.hidden ?? false })
        const links: string[] = []
        const bytes = Readable.from(
          sheetXml(serial === 1 ? sheet : goingOn(sheet), rows, styles, links, maxRows),
          { objectMode: false },
        )
        const leave = () => bytes.destroy()
        closed.addEventListener('abort', leave, { once: true })
        zip.addReadStream(bytes, `xl/worksheets/sheet${parts.length}.xml`)
        await finished(bytes)
        closed.removeEventListener('abort', leave)
        if (links.length > 0)
          add(
            `xl/worksheets/_rels/sheet${parts.length}.xml.rels`,
            relations(links.map((target) => ({ type: 'hyperlink', target, isOutside: true }))),
          )
      }
    } finally {
      await rows.close()
    }
  }

  const sheetPaths = parts.map((_, at) => `worksheets/sheet${at + 1}.xml`)
  add('xl/styles.xml', styles.xml())
  add(
    'xl/workbook.xml',
    `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets>${parts
      .map(
        ({ name, hidden }, at) =>
          `<sheet name="${attributeText(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...sheetPaths.map((target) => ({ type: 'worksheet', target })),
      { type: 'styles', target: 'styles.xml' },
    ]),
  )
  add('_rels/.rels', relations([{ type: 'officeDocument', target: 'xl/workbook.xml' }]))
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${MAIN}.${type}+xml"/>`
  add(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
      override('workbook.xml', 'sheet.main'),
      override('styles.xml', 'styles'),
      ...sheetPaths.map((path) => override(path, 'worksheet')),
    ].join('')}</Types>`,
  )
  zip.end()
}

/** What goes on where a sheet was full begins with rows: nothing stands above them. */
function goingOn({ merged: _, frozenRows: __, ...sheet }: Sheet): Sheet {
  return sheet
}

function relations(all: readonly { type: string; target: string; isOutside?: boolean }[]): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(
      ({ type, target, isOutside }, at) =>
        `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${attributeText(target)}"${isOutside ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`
}

function freeName(wanted: string, serial: number, parts: readonly Part[]): string {
  for (let number = serial; ; number += 1) {
    const name = sheetName(wanted, number === 1 ? '' : ` (${number})`)
    if (!parts.some((part) => part.name.toLowerCase() === name.toLowerCase())) return name
  }
}

/** A title as sheets can be called, with an ending that tells it from others of the same title. */
function sheetName(title: string, ending: string): string {
  const plain =
    title
      .replaceAll(NOT_IN_NAME, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet'
  return plain.slice(0, MAX_NAME - ending.length) + ending
}

/** Whether a sheet is called by a title, as `xlsxOf` calls it. */
export function isSheetOf(name: string, title: string): boolean {
  const given = name.trim().toLowerCase()
  const ending = / \(\d+\)$/.exec(given)?.[0] ?? ''
  return ['', ending].some((one) => sheetName(title, one).toLowerCase() === given)
}

function cursorOf(rows: Sheet['rows']): RowCursor {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let ahead: readonly Cell[] | null | undefined
  const pull = async () => {
    const { value, done } = await iterator.next()
    return done ? null : (value as readonly Cell[])
  }
  return {
    async next() {
      const row = ahead === undefined ? await pull() : ahead
      ahead = row === null ? null : undefined
      return row
    },
    async isDone() {
      ahead ??= await pull()
      return ahead === null
    },
    async close() {
      await iterator.return?.()
    },
  }
}
