import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { csvOf } from './csv.ts'
import { lookOverArchive } from './read-archive.ts'
import { readSheets } from './read-sheets.ts'
import { readTable } from './read-table.ts'
import type { Cell } from './sheet.ts'
import { xlsxOf } from './xlsx.ts'

const OLD = readFileSync(new URL('fixtures/old.xls', import.meta.url))

/** Lines of the first sheet. */
async function linesOf(bytes: Uint8Array, name = 'a.xlsx') {
  const [sheet] = await readSheets(bytes, name)
  return sheet?.rows.map(({ line, cells }) => [line, ...cells])
}

/** A workbook whose sheet is this XML. */
async function workbook(sheet: string, more: Readonly<Record<string, Buffer>> = {}): Promise<Buffer> {
  const zip = new ZipFile()
  const made = await buffer(xlsxOf([{ name: 's', columns: [], rows: [['a']] }]))
  const { fromBuffer } = await import('yauzl')
  await new Promise<void>((resolve, reject) =>
    fromBuffer(made, { lazyEntries: true }, (error, opened) => {
      if (error) return reject(error)
      opened.on('entry', (entry) => {
        opened.openReadStream(entry, async (_error, stream) => {
          const isSheet = entry.fileName.includes('worksheets/sheet')
          const bytes = isSheet ? Buffer.from(sheet) : await buffer(stream)
          zip.addBuffer(bytes, entry.fileName)
          opened.readEntry()
        })
      })
      opened.on('end', () => resolve())
      opened.readEntry()
    }),
  )
  for (const [path, bytes] of Object.entries(more)) zip.addBuffer(bytes, path)
  zip.end()
  return buffer(zip.outputStream)
}

const sheetOf = (rows: string, after = '') =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${after}</worksheet>`

describe('cells of a file', () => {
  it('are what the writer was given: texts, numbers, days [import-02]', async () => {
    const rows: Cell[][] = [
      ['名称', '号', '日'],
      ['=1+1', '00123', 45000],
      ["'quoted", '123456789012345678', 45000.5],
      ['_x000D_ a\r\nb\tc <&>', '-7', 0.75],
      ['🙂', 1.5, null],
    ]
    const column = { width: 10 }
    const bytes = await buffer(
      xlsxOf([
        { name: '人员', columns: [column, column, { width: 10, format: 'yyyy-mm-dd hh:mm:ss' }], rows },
      ]),
    )
    expect(await linesOf(bytes)).toEqual([
      [1, '名称', '号', '日'],
      [2, '=1+1', '00123', '2023-03-15'],
      [3, "'quoted", '123456789012345678', '2023-03-15 12:00:00'],
      [4, '_x000D_ a\r\nb\tc <&>', '-7', '18:00:00'],
      [5, '🙂', 1.5],
    ])
  })

  it('of the older format are the same, values drawn over several lines too [import-02]', async () => {
    const lines = [
      [1, '标题', '日期', '号'],
      [2, '张三', '2024-01-05', '00123'],
      [3, '李四', '2024-01-05 13:30:05', 1.5],
      [4, '李四', 'true', 3],
    ]
    expect(await linesOf(OLD, 'a.xls')).toEqual(lines)
    // The content counts, whatever the file is called.
    expect(await linesOf(OLD, 'a.csv')).toEqual(lines)
    expect((await readSheets(OLD, 'a.xls')).map(({ name }) => name)).toEqual(['人员'])
  })

  it('are counted from 1904 where the workbook does so', async () => {
    const columns = [{ header: '日', key: 'day', numFmt: 'yyyy-mm-dd' }]
    const data = [{ day: new Date('2024-02-29') }]
    for (const dateSystem of ['1900', '1904'] as const)
      expect(await linesOf(await writeXlsx({ sheets: [{ name: 's', columns, data }], dateSystem }))).toEqual([
        [1, '日'],
        [2, '2024-02-29'],
      ])
  })

  it('with a formula are what it came to, and it is never run', async () => {
    const rows =
      '<row r="1"><c r="A1"><f>1+2</f><v>7</v></c><c r="B1" t="str"><f>HYPERLINK("x")</f><v>gone</v></c></row>'
    expect(await linesOf(await workbook(sheetOf(rows)))).toEqual([[1, 7, 'gone']])
  })

  it('that are merged hold their value on each line, not in empty ones', async () => {
    const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = `<row r="1">${cell('A1', 'a')}${cell('B1', '1')}</row><row r="2">${cell('B2', '2')}</row><row r="4">${cell('A4', 'b')}</row>`
    const merged = '<mergeCells count="2"><mergeCell ref="A1:A3"/><mergeCell ref="A4:C5"/></mergeCells>'
    expect(await linesOf(await workbook(sheetOf(rows, merged)))).toEqual([
      [1, 'a', '1'],
      [2, 'a', '2'],
      [4, 'b'],
    ])
  })

  it('at the ends of lines are no columns, empty lines are none, and lines keep their numbers', async () => {
    const bytes = await buffer(
      xlsxOf([{ name: 's', columns: [], rows: [['a', null, '  '], [null], ['  '], ['b ', '']] }]),
    )
    expect(await linesOf(bytes)).toEqual([
      [1, 'a'],
      [4, 'b '],
    ])
  })

  it('of hidden sheets are not read', async () => {
    const bytes = await buffer(
      xlsxOf([
        { name: '选项', columns: [], rows: [['x']], hidden: true },
        { name: '行', columns: [], rows: [['y']] },
      ]),
    )
    expect((await readSheets(bytes, 'a.xlsx')).map(({ name, rows }) => [name, rows[0]?.cells])).toEqual([
      ['行', ['y']],
    ])
  })
})

describe('a text file of values', () => {
  const text = '名称,号\r\n"张三,\n李四",00123\r\n,\r\nx,123456789012345678\r\n'
  const lines = [
    [1, '名称', '号'],
    [2, '张三,\n李四', '00123'],
    [4, 'x', '123456789012345678'],
  ]
  /** 名称,号 and so on as a Chinese Excel writes them. */
  const GBK = Buffer.from('c3fbb3c62cbac50d0ad5c5c8fd2c30310d0a', 'hex')

  it('is UTF-8 with or without a mark, UTF-16 or GBK', async () => {
    expect(await linesOf(Buffer.from(text), 'a.csv')).toEqual(lines)
    expect(await linesOf(Buffer.from(`\ufeff${text}`), 'a.csv')).toEqual(lines)
    expect(await linesOf(Buffer.from(`\ufeff${text}`, 'utf16le'), 'a.csv')).toEqual(lines)
    expect(await linesOf(GBK, 'a.csv')).toEqual([
      [1, '名称', '号'],
      [2, '张三', '01'],
    ])
  })

  it('gives back what the export made safe', async () => {
    const rows = [['a'], ['=1+1'], ["'=1"], ["''"], ['-7'], ["it's"]]
    expect((await linesOf(await buffer(csvOf(rows)), 'a.csv'))?.map(([, cell]) => cell)).toEqual(rows.flat())
  })
})

describe('what cannot be read', () => {
  it('is refused with a sentence', async () => {
    const column = (count: number) =>
      sheetOf(
        `<row r="1">${Array.from({ length: count }, (_, at) => `<c t="inlineStr"><is><t>${at}</t></is></c>`).join('')}</row>`,
      )
    for (const [name, bytes, sentence] of [
      ['a.xlsx', Buffer.from(''), '文件是空的'],
      ['a.xlsx', Buffer.from('PK\u0003\u0004 nothing'), '文件已损坏或不是 Excel 文件'],
      ['a.xls', Buffer.from('<html><table>'), '文件已损坏或不是 Excel 文件'],
      ['a.xls', Buffer.concat([OLD.subarray(0, 8), Buffer.alloc(600)]), '文件已损坏或不是 Excel 文件'],
      ['a.csv', Buffer.from('a\0b'), '文件格式不正确，仅支持 .xls、.xlsx 和 .csv'],
      ['a.xlsx', await workbook(column(501)), '文件的列数超过 500'],
      ['a.csv', Buffer.from('a\n'.repeat(100_002)), '文件的行数超过 100000'],
    ] as const)
      await expect(readSheets(bytes, name), `${name} ${sentence}`).rejects.toThrow(sentence)
  })

  it('is a workbook that would fill the memory once it is unpacked', async () => {
    const bytes = await workbook(sheetOf(''), { 'xl/media/a.bin': Buffer.alloc(2_000_000) })
    await expect(lookOverArchive(bytes, 1_000_000)).rejects.toThrow('文件解压后过大，无法读取')
    expect((await lookOverArchive(bytes)).sheets).toHaveLength(1)
  })
})

describe('the thread that reads', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tables-'))
  const file = (bytes: Uint8Array) => {
    const path = join(dir, 'file')
    writeFileSync(path, bytes)
    return path
  }
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  it('answers the sheets, or refuses in words', async () => {
    expect(await readTable(file(Buffer.from('a,b')), 'names.csv')).toEqual([
      { name: 'names', rows: [{ line: 1, cells: ['a', 'b'] }] },
    ])
    await expect(readTable(file(Buffer.from('')), 'a.csv')).rejects.toMatchObject({
      status: 400,
      message: '文件是空的',
    })
  })

  it('is ended when it takes too long or too much memory', async () => {
    const path = file(Buffer.from(`${'word,'.repeat(20)}\n`.repeat(90_000)))
    await expect(readTable(path, 'a.csv', { ms: 50, mb: 512 })).rejects.toThrow(
      '文件读取超时，请拆分后再导入',
    )
    await expect(readTable(path, 'a.csv', { ms: 60_000, mb: 24 })).rejects.toThrow(
      '文件内容过多，请拆分后再导入',
    )
  })
})
