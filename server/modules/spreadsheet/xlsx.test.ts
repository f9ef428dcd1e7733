import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { excelDate } from './excel-date.ts'
import type { Cell, Sheet } from './sheet.ts'
import { xlsxOf } from './xlsx.ts'

const columns = [{ width: 10 }, { width: 10 }, { width: 20, format: 'yyyy-mm-dd hh:mm:ss' }]

async function bytesOf(sheets: readonly Sheet[], maxRows?: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of xlsxOf(sheets, maxRows)) chunks.push(chunk as Buffer)
  return new Uint8Array(Buffer.concat(chunks))
}

/** The sheets of a file, as another program reads them. */
async function read(sheets: readonly Sheet[], maxRows?: number) {
  return (await readXlsx(await bytesOf(sheets, maxRows), { readStyles: true })).sheets
}

describe('a workbook', () => {
  it('holds texts as texts, numbers as numbers and days as days', async () => {
    const rows: Cell[][] = [
      ['0012', -1.5, excelDate('2026-11-23 08:30:15')],
      ['-1', 0, null],
    ]
    const [sheet] = await read([{ name: 'a', columns, rows }])
    expect(sheet?.rows[0]).toEqual(['0012', -1.5, new Date('2026-11-23T08:30:15.000Z')])
    expect(sheet?.rows[1]?.slice(0, 2)).toEqual(['-1', 0])
  })

  it('gives every text back as it was, formulas and what XML cannot hold too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'grapheme', minLength: 1 }),
            fc.constantFrom(
              '=1+1',
              '+86',
              '-1',
              '@x',
              '\t=1',
              '\r=1',
              'a\r\nb',
              '_x000D_',
              ' a ',
              '<&">',
              '\u0001',
            ),
          ),
          { minLength: 1, maxLength: 20 },
        ),
        async (texts) => {
          const [sheet] = await read([{ name: 'a', columns, rows: texts.map((text) => [text]) }])
          expect(sheet?.rows.map(([text]) => text)).toEqual(texts)
        },
      ),
      propertyRuns(50),
    )
  })

  it('has several sheets, merged cells, links, choices and a hidden sheet', async () => {
    const [first, second] = await read([
      {
        name: 'a:b',
        columns,
        merged: ['A1:C1'],
        rules: [{ column: 2, firstRow: 3, choices: "'x'!$A$1:$A$2", prompt: { title: 'T', text: '"P"' } }],
        rows: [[{ value: '标题', as: 'title' }], [{ value: 'file', link: 'https://a.example/?x=1&y=2' }]],
      },
      { name: 'x', columns, rows: [['男'], ['女']], hidden: true },
    ])
    expect(first?.name).toBe('a b')
    expect(first?.merges).toEqual([{ startRow: 0, startCol: 0, endRow: 0, endCol: 2 }])
    expect(first?.dataValidations).toMatchObject([
      { type: 'list', formula1: "'x'!$A$1:$A$2", inputMessage: '"P"' },
    ])
    expect(JSON.stringify([...(first?.cells?.values() ?? [])])).toContain('https://a.example/?x=1&y=2')
    expect(second).toMatchObject({ name: 'x', hidden: true, rows: [['男'], ['女']] })
  })

  it('goes on in a further sheet where one is full', async () => {
    const merged = ['A1:B1']
    const sheets = await read([{ name: 'a', columns, merged, rows: [['1'], ['2'], ['3'], ['4']] }], 2)
    expect(sheets.map(({ name, rows }) => [name, rows.flat()])).toEqual([
      ['a', ['1', '2']],
      ['a (2)', ['3', '4']],
    ])
    // What is merged above the first rows is not merged there.
    expect(sheets.map(({ merges = [] }) => merges.length)).toEqual([1, 0])
  })

  it('ends its rows when nobody takes it any more, and does not run ahead of who does', async () => {
    let [made, ended] = [0, false]
    async function* rows() {
      try {
        for (;;) {
          made += 1
          if (made % 100 === 0) await wait(0)
          yield ['x'.repeat(1000) + Math.random()]
        }
      } finally {
        ended = true
      }
    }
    const stream = xlsxOf([{ name: 'a', columns, rows: rows() }])
    stream.once('readable', () => undefined)
    await expect.poll(() => made).toBeGreaterThan(100)
    // Nobody reads: after what its buffers hold it stands still.
    const standsStill = async () => {
      const before = made
      await wait(100)
      return made === before
    }
    await expect.poll(standsStill, { timeout: 5000 }).toBe(true)
    stream.destroy()
    await expect.poll(() => ended).toBe(true)
  })

  it('breaks where its rows break', async () => {
    // biome-ignore lint/correctness/useYield: it breaks before its first row
    async function* rows(): AsyncGenerator<Cell[]> {
      throw new Error('no rows')
    }
    await expect(bytesOf([{ name: 'a', columns, rows: rows() }])).rejects.toThrow('no rows')
  })
})

describe('a day of Excel', () => {
  it.each([
    ['1900-03-01', 61],
    ['2026-01-01', 46023],
    ['2026-01-01 12:00:00', 46023.5],
    ['06:00', 0.25],
    ['1900-02-28', null],
    ['0001-01-01', null],
    ['2026-02-30', null],
    ['2026-13-01', null],
    ['2026-01-01 25:00:00', null],
    ['abc', null],
    ['', null],
  ])('%s is %s', (text, day) => {
    expect(excelDate(text)).toBe(day)
  })
})
