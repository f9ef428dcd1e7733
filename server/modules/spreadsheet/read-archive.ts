import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { UnreadableFile } from './read-cells.ts'

/** All parts of a workbook unpacked. 50,000 lines of 20 columns are 60 MB. */
const MOST_BYTES = 600 * 1024 * 1024
/** Of the parts that are read as texts. */
const MOST_TEXT = 8 * 1024 * 1024

/** Cells that are drawn as one, from 0. */
export interface MergedCells {
  top: number
  left: number
  bottom: number
  right: number
}

/** What is known of a workbook before its cells are read. */
export interface Archive {
  /** In their order; hidden ones hold choices and the like. */
  sheets: { name: string; hidden: boolean; merged: MergedCells[] }[]
}

/**
 * Unpacks a workbook once without keeping it: one that would fill the memory, or whose parts are larger than they say, is refused. The
 * merged cells stand behind the rows that they belong to.
 */
export async function lookOverArchive(bytes: Uint8Array, mostBytes = MOST_BYTES): Promise<Archive> {
  const texts = new Map<string, string>()
  const merged = new Map<string, MergedCells[]>()
  let size = 0
  try {
    const zip = await opened(bytes)
    for await (const entry of entriesOf(zip)) {
      const isText = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels)$/.test(entry.fileName)
      const isSheet = /^xl\/worksheets\/[^/]+\.xml$/.test(entry.fileName)
      const kept: string[] = []
      const ranges = rangeFinder()
      // Marks and numbers are all that is looked for.
      const decoder = new TextDecoder(isText ? 'utf-8' : 'latin1')
      for await (const chunk of await streamOf(zip, entry)) {
        size += (chunk as Buffer).length
        if (size > mostBytes) throw new UnreadableFile('文件解压后过大，无法读取')
        if (!isText && !isSheet) continue
        const text = decoder.decode(chunk as Buffer, { stream: true })
        if (isSheet) ranges.add(text)
        else if (kept.push(text) * 65_536 > MOST_TEXT) throw new UnreadableFile('文件解压后过大，无法读取')
      }
      if (isText) texts.set(entry.fileName, kept.join(''))
      if (isSheet) merged.set(entry.fileName, ranges.found)
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('文件已损坏或不是 Excel 文件')
  }
  const targets = new Map(
    elements(texts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map((one) => [
      one.Id,
      one.Target?.replace(/^\/xl\//, '') ?? '',
    ]),
  )
  return {
    sheets: elements(texts.get('xl/workbook.xml') ?? '', 'sheet').map((sheet) => ({
      name: sheet.name ?? '',
      hidden: sheet.state === 'hidden' || sheet.state === 'veryHidden',
      merged: merged.get(`xl/${targets.get(sheet['r:id'])}`) ?? [],
    })),
  }
}

/** Finds `<mergeCell ref="A1:B2"/>` in a text that comes in pieces. */
function rangeFinder() {
  const found: MergedCells[] = []
  let rest = ''
  return {
    found,
    add(piece: string) {
      const text = rest + piece
      for (const [, ref = ''] of text.matchAll(/<(?:\w+:)?mergeCell ref="([A-Z]+\d+:[A-Z]+\d+)"/g)) {
        const [first = '', last = ''] = ref.split(':')
        const [top, left] = placeOf(first)
        const [bottom, right] = placeOf(last)
        found.push({ top, left, bottom, right })
      }
      // A mark that the piece ends within is found with the next one.
      const open = text.lastIndexOf('<')
      rest = open >= 0 && text.indexOf('>', open) < 0 ? text.slice(open).slice(0, 200) : ''
    },
  }
}

function placeOf(ref: string): [row: number, column: number] {
  const [, letters = '', row = '1'] = /^([A-Z]+)(\d+)$/.exec(ref) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return [Number(row) - 1, column - 1]
}

function elements(xml: string, name: string): Record<string, string>[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  )
}

const opened = (bytes: Uint8Array) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      { lazyEntries: true },
      (error, zip) => (error ? reject(error) : resolve(zip)),
    )
  })

const streamOf = (zip: ZipFile, entry: Entry) =>
  new Promise<AsyncIterable<unknown>>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip
        .once('entry', resolve)
        .once('end', () => resolve(null))
        .once('error', reject)
      zip.readEntry()
    })
    zip.removeAllListeners()
    if (entry === null) return
    yield entry
  }
}
