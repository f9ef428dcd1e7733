import type { FormDocument } from '#schemas/page/form.ts'

/** Twelve columns, three of them with dictionary texts; the index serves the filter and the order of the measurement. */
export const listDocument: FormDocument = {
  kind: 'form',
  code: 'bench_list',
  title: '测速',
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
      level: { type: 'string', title: '级别', view: 'list', dict: 'expo_level' },
      owner: { type: 'string', title: '负责人', view: 'sel_user' },
      contact: { type: 'string', title: '联系人', view: 'text', maxLength: 40 },
      phone: { type: 'string', title: '电话', view: 'text', maxLength: 20 },
      city: { type: 'string', title: '城市', view: 'text', maxLength: 40 },
      address: { type: 'string', title: '地址', view: 'text', maxLength: 120 },
      amount: { type: 'number', title: '金额', view: 'number' },
      quantity: { type: 'integer', title: '数量', view: 'number' },
      opened: { type: 'string', title: '开始日期', view: 'date' },
      note: { type: 'string', title: '备注', view: 'text', maxLength: 200 },
    },
  },
  indexes: [{ columns: ['status', 'opened', 'id'] }],
  list: {
    columns: [
      'name',
      'status',
      'level',
      'owner',
      'contact',
      'phone',
      'city',
      'address',
      'amount',
      'quantity',
      'opened',
      'note',
    ],
  },
}

/** Rows of the measured table. */
export const LIST_ROWS = 100_000

/** Fills the table; the same rows every time. */
export const fillSql = `
  insert into data.bench_list
    (id, _tenant, _version, create_by, create_time, name, status, level, owner, contact, phone, city, address, amount, quantity, opened, note)
  select 'b' || n, $1, 1, 'admin', timestamp '2026-01-01' + n * interval '1 minute', '展会' || n, (n % 3)::text,
    (array['A', 'B', 'C'])[n % 3 + 1], (array['admin', 'staff', 'designer'])[n % 3 + 1], '联系人' || n, '1380000' || lpad((n % 10000)::text, 4, '0'),
    '城市' || n % 300, '第' || n || '号大街', n * 1.25, n % 1000, date '2020-01-01' + n % 2000, '备注' || n
  from generate_series(1, ${LIST_ROWS}) n`
