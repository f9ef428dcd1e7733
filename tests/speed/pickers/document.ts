import type { FormDocument } from '#schemas/page/form.ts'

/** Rows of the table that a drop-down searches. */
export const GOODS = 1_000_000
/** Users that one field of the record holds. */
export const CHOSEN = 300

const goods: FormDocument = {
  kind: 'form',
  code: 'bench_goods',
  title: '商品',
  schema: {
    type: 'object',
    properties: { name: { type: 'string', title: '名称', view: 'text', maxLength: 60 } },
  },
}

const pickers: FormDocument = {
  kind: 'form',
  code: 'bench_picker',
  title: '测速',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称', view: 'text', maxLength: 60 },
      owner: { type: 'string', title: 'owner', view: 'sel_user' },
      team: { type: 'string', title: 'team', view: 'sel_user', maxLength: 8000 },
      depart: { type: 'string', title: 'depart', view: 'sel_depart' },
      goods: {
        type: 'string',
        title: 'goods',
        view: 'sel_search',
        maxLength: 36,
        dict: { table: 'bench_goods', value: 'id', text: 'name' },
      },
    },
  },
  list: { columns: ['name'] },
}

/** The form with the pickers that are measured, and the table of its drop-down. */
export const pickerDocuments = [goods, pickers]

/** The rows of the table, and one record to open; `$1` is the tenant. */
export const fillStatements = [
  `insert into data.bench_goods (id, _tenant, _version, create_by, create_time, name)
   select 'g' || n, $1, 1, 'admin', timestamp '2026-01-01' + n * interval '1 second', '商品' || n from generate_series(1, ${GOODS}) n`,
  `insert into data.bench_picker (id, _tenant, _version, create_by, create_time, name, team)
   select 'p1', $1, 1, 'admin', timestamp '2026-01-01', 'pickers', string_agg('user' || lpad(n::text, 6, '0'), ',')
   from generate_series(1, ${CHOSEN}) n`,
]
