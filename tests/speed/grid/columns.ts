import type { FormDocument, Property } from '#schemas/page/form.ts'

/** What stands in the columns: texts alone, or every kind of widget in turn. */
export type BenchColumns = 'texts' | 'kinds'

interface BenchColumn {
  property: Omit<Property, 'title'>
  /** The stored value of a row. */
  value(row: number): unknown
  /** What the server says of it besides. */
  text?(row: number): string
}

const DICT = ['甲', '乙', '丙', '丁'].map((text, at) => ({ value: String(at + 1), text }))
const one = (row: number) => String((row % DICT.length) + 1)
const day = (row: number) => `2026-${two((row % 12) + 1)}-${two((row % 28) + 1)}`
const two = (number: number) => String(number).padStart(2, '0')
const text = (view: string, value: (row: number) => unknown, more: Partial<Property> = {}): BenchColumn => ({
  property: { type: 'string', view, ...more } as Property,
  value,
})
const named = (view: string, prefix: string, textOf: (row: number) => string): BenchColumn => ({
  ...text(view, (row) => `${prefix}${row % 500}`),
  text: textOf,
})

const KINDS: readonly BenchColumn[] = [
  text('text', (row) => `公司 ${row}`, { maxLength: 200 }),
  { property: { type: 'number', view: 'number' }, value: (row) => row * 1.5 },
  text('date', day),
  text('list', one, { dict: DICT }),
  text('switch', (row) => (row % 2 ? 'Y' : 'N')),
  text('radio', one, { dict: DICT }),
  text('checkbox', (row) => `${one(row)},${one(row + 1)}`, { dict: DICT }),
  text('datetime', (row) => `${day(row)} 09:${two(row % 60)}:00`),
  named('sel_user', 'user', (row) => `张${row % 500}`),
  text('tags', (row) => `展会;论坛${row % 7}`),
  text('time', (row) => `10:${two(row % 60)}:00`),
  named('sel_depart', 'A', (row) => `部门${row % 500}`),
  text('pca', () => '310118'),
  text('image', () => 'temp/2026/11/0123456789abcdef0123456789abcdef.png'),
  text('file', (row) => `https://example.com/plan${row % 9}.pdf`),
  { property: { type: 'integer', view: 'rate' }, value: (row) => (row % 5) + 1 },
  text('color', (row) => (row % 2 ? '#1677ff' : '#ff4d4f')),
  text('textarea', (row) => `第 ${row} 行的说明，不长也不短。`),
  text('list_multi', (row) => `${one(row)},${one(row + 2)}`, { dict: DICT }),
  text('text', (row) => `备注 ${row}`, { maxLength: 200 }),
]

function columnAt(columns: BenchColumns, at: number): BenchColumn {
  const plain = KINDS[0] as BenchColumn
  return columns === 'texts' ? plain : (KINDS[at % KINDS.length] ?? plain)
}

/** Names of so many columns. */
export function benchNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `c${at}`)
}

/** The columns as a form document. */
export function benchForm(columns: BenchColumns, count: number): FormDocument {
  return {
    kind: 'form',
    code: 'bench_grid',
    title: 'bench',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        benchNames(count).map((name, at) => [
          name,
          { ...columnAt(columns, at).property, title: name } as Property,
        ]),
      ),
    },
  }
}

/** Rows as the server sends them. */
export function benchRows(columns: BenchColumns, count: number, rows: number): Record<string, unknown>[] {
  const cells = benchNames(count).map((name, at) => ({ name, column: columnAt(columns, at) }))
  return Array.from({ length: rows }, (_, row) => {
    const values: Record<string, unknown> = { id: `r${row}` }
    for (const { name, column } of cells) {
      values[name] = column.value(row)
      if (column.text) values[`${name}_dictText`] = column.text(row)
    }
    return values
  })
}
