import { text as textOf } from 'node:stream/consumers'
import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { csvOf } from './csv.ts'
import type { Cell } from './sheet.ts'

const csv = (rows: readonly (readonly Cell[])[]) => textOf(csvOf(rows))

describe('a CSV file', () => {
  it('is one that Excel reads: UTF-8 with its mark, quoted where it must be, numbers bare', async () => {
    const rows = [
      ['姓名', 'a"b', 'c,d', 'e\nf'],
      [-1, 0.5, null, { value: '张三', link: 'x' }],
    ]
    // The mark is taken for what it is when the bytes are read as UTF-8.
    expect(await csv(rows)).toBe('姓名,"a""b","c,d","e\nf"\r\n-1,0.5,,张三\r\n')
    const [first] = await csvOf(rows).take(1).toArray()
    expect([...Buffer.from(first as string).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  it('has no text that a program takes for a formula, and gives every text back', async () => {
    const plain = (text: string) => (/^'[=+\-@\t\r']/.test(text) ? text.slice(1) : text)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'grapheme', minLength: 1 }),
          fc.constantFrom('=1', '+1', '-1', '@x', '\t=', '\r=', "'=1", "''", "'a", ' =1'),
        ),
        async (text) => {
          const [[read = ''] = []] = parseCsv(await csv([[text]]), { delimiter: ',' }) as string[][]
          expect(read).not.toMatch(/^[=+\-@\t\r]/)
          expect(plain(read)).toBe(text)
        },
      ),
      propertyRuns(300),
    )
  })
})
