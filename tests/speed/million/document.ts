import type { FormDocument } from '#schemas/page/form.ts'

/** Columns that are texts, and what else a row has: twenty in all, one with texts of a dictionary. */
const TEXTS = 12
const texts = Array.from({ length: TEXTS }, (_, at) => `text${at + 1}`)
const totals = (['amount', 'price', 'quantity', 'stock'] as const).map((field) => ({
  field,
  total: 'sum' as const,
}))

/** Twenty columns; the index serves the filter and the order that are said to be indexed. */
export function wideDocument(code: string): FormDocument {
  return {
    kind: 'form',
    code,
    title: `测速 ${code}`,
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: '名称', view: 'text', maxLength: 60 },
        status: {
          type: 'string',
          title: '状态',
          view: 'list',
          dict: [
            { value: '0', text: '草稿' },
            { value: '1', text: '进行' },
            { value: '2', text: '完成' },
          ],
        },
        ...Object.fromEntries(
          texts.map((name, at) => [
            name,
            { type: 'string', title: `文本 ${at + 1}`, view: 'text', maxLength: 60 } as const,
          ]),
        ),
        amount: { type: 'number', title: '金额', view: 'number' },
        price: { type: 'number', title: '单价', view: 'number' },
        quantity: { type: 'integer', title: '数量', view: 'number' },
        stock: { type: 'integer', title: '库存', view: 'number' },
        opened: { type: 'string', title: '开始日期', view: 'date' },
        closed: { type: 'string', title: '结束日期', view: 'date' },
      },
    },
    indexes: [{ columns: ['status', 'opened', 'id'] }],
    list: {
      columns: ['name', 'status', ...texts, ...totals, 'opened', 'closed'],
    },
  }
}

/** The columns of the list in their order, and their titles. */
export const WIDE_NAMES = (wideDocument('any').list?.columns ?? []).map((one) =>
  typeof one === 'string' ? one : one.field,
)
export const WIDE_TITLES = WIDE_NAMES.map(
  (name) => wideDocument('any').schema.properties[name]?.title ?? name,
)
/** The columns of the list, as SQL. */
export const WIDE_COLUMNS = WIDE_NAMES.join(', ')

/** Fills the table of such a form; the same rows every time. */
export function fillWide(code: string, rows: number): string {
  return `insert into data.${code}
      (id, _tenant, _version, create_by, create_time, name, status, ${texts.join(', ')}, amount, price, quantity, stock, opened, closed)
    select 'w' || n, $1, 1, 'admin', timestamp '2020-01-01' + n * interval '1 minute', '展会' || n, (n % 3)::text,
      ${texts.map((_, at) => `'第' || n % ${997 + at * 1000} || '号 ${at + 1}'`).join(', ')},
      n * 1.25, n % 1000 / 4.0, n % 1000, n % 77, date '2020-01-01' + n % 2000, date '2026-01-01' + n % 300
    from generate_series(1, ${rows}) n`
}
