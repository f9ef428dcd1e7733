import pg from 'pg'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { createReadQuery } from './read-query.ts'
import { createFormReader } from './service.ts'
import { createFormStore } from './store.ts'
import { createTableChanges } from './table-changes.ts'
import { applySync, applySyncs, SyncRefused } from './table-sync.ts'
import { createTotals } from './totals.ts'
import { createFormWriter } from './writer.ts'

for (const oid of [1082, 1114, 1083]) pg.types.setTypeParser(oid, (text) => text)
const admin = new pg.Pool({ host: '/tmp/pgd', user: 'postgres', database: 'postgres' })
await admin.query('drop database if exists scratch')
await admin.query('create database scratch')
await admin.end()
const pool = new pg.Pool({ host: '/tmp/pgd', user: 'postgres', database: 'scratch' })
const readPool = new pg.Pool({
  host: '/tmp/pgd',
  user: 'postgres',
  database: 'scratch',
  options: '-c default_transaction_read_only=on',
})
await pool.query(`create schema platform; create schema data;
create table platform.form_table (table_name text primary key, code text, definition jsonb, synced_at timestamptz);
create table platform.operation (id text primary key, tenant_id int, user_id text, username text, action text, resource text, batch_id text, request_id text, at timestamptz default now());
create table platform.operation_change (operation_id text, table_name text, record_id text, version int, before jsonb, after jsonb, document_version text);
create table platform.idempotency_key (tenant_id int, user_id text, key text, request_hash text, answer text, created_at timestamptz default now(), primary key(tenant_id,user_id,key));`)
const documents_: FormDocument[] = [
  {
    kind: 'form',
    code: 'main',
    title: '主',
    schema: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', title: '名称', view: 'text', maxLength: 50, unique: true },
        level: { type: 'string', title: '级别', view: 'list', dict: [{ value: '1', text: '一' }] },
        amount: { type: 'integer', title: '数量', view: 'number' },
        price: {
          type: 'number',
          title: '价',
          view: 'number',
          db: { type: 'BigDecimal', length: 10, scale: 2 },
        },
        held: { type: 'string', title: '日', view: 'datetime' },
        no: { type: 'string', title: '编号', view: 'text', defaultFrom: { fillRule: 'x' } },
        users: { type: 'string', title: '人', view: 'sel_user' },
      },
    },
    subTables: [{ code: 'sub', foreignKey: 'main_id', relation: 'many' }],
  } as FormDocument,
  {
    kind: 'form',
    code: 'sub',
    title: '子',
    schema: {
      type: 'object',
      required: ['phone'],
      properties: {
        main_id: {
          type: 'string',
          title: '主',
          view: 'text',
          form: false,
          db: { type: 'string', length: 32 },
        },
        phone: { type: 'string', title: '电话', view: 'text', unique: true },
      },
    },
  } as FormDocument,
  {
    kind: 'form',
    code: 'tree',
    title: '树',
    tree: { parent: 'pid', label: 'name', root: '0' },
    schema: {
      type: 'object',
      properties: {
        pid: { type: 'string', title: '父', view: 'text', maxLength: 32 },
        name: { type: 'string', title: '名', view: 'text' },
        has_child: { type: 'string', title: 'h', view: 'text', form: false, maxLength: 3 },
      },
    },
  } as FormDocument,
]
const forms = new Map(documents_.map((d) => [d.code, compileForm(d)]))
const documents = {
  resolve: (n: string) => forms.get(n) ?? null,
  entry: (n: string) => ({ version: 'v', code: n }),
  mainsOf: (code: string) =>
    [...forms.values()].flatMap((m) =>
      m.subTables.filter((s) => s.code === code).map((sub) => ({ main: m, sub })),
    ),
} as unknown as Documents
const r = await applySyncs(
  pool,
  [...forms.values()].map((f) => ({ code: f.code, wanted: f.table })),
)
for (const [k, v] of r) console.log(k, v instanceof Error ? v : v.done.map((s) => s.title))
const changes = createTableChanges()
changes.setListening(true)
const read = createReadQuery(readPool)
const store = createFormStore(read, createTotals(changes))
const reader = createFormReader({
  documents,
  store,
  read,
  dictionaries: { texts: async (k, v) => new Map(v.map((x) => [x, k + ':' + x])) },
  areaText: () => null,
})
let n = 0
const writer = createFormWriter({
  pool,
  documents,
  changes,
  fillRules: { next: async () => 'NO' + ++n },
  log: { info: (d, m) => console.log('log', m) },
})
const session = {
  id: 's',
  userId: 'u1',
  username: 'admin',
  realname: '管',
  tenantId: 1,
  orgCode: 'A01',
  orgCodes: ['A01'],
  roleCodes: [],
  isAdmin: true,
  permissions: new Set(),
  forms: new Map(),
  rightsVersion: '1',
} as Session
const ctx = { session, requestId: 'r1' }
const main = forms.get('main')!,
  tree = forms.get('tree')!
const a = await writer.insert(
  main,
  {
    name: '甲',
    level: '1',
    amount: '5',
    price: '12.50',
    held: '2026-01-02 03:04:05',
    no: 'hack',
    create_by: 'evil',
    _tenant: 9,
    users: ['a', 'b'],
    sub: [{ phone: '1' }, { phone: '2' }],
  },
  ctx,
)
console.log(a)
const id = (a as { id: string }).id
console.log(await reader.record(main, session, id))
console.log(
  await reader.list(main, session, {
    name: '*甲*',
    amount: '>=5',
    price: '12.5',
    held_begin: '2026-01-02',
    users: 'b',
    level: '1',
    column: 'amount',
    order: 'asc',
  }),
)
console.log(
  await writer.insert(main, { name: '甲', level: '9', amount: 'x' }, ctx),
  await writer.insert(main, { name: '甲' }, ctx),
  await writer.insert(main, { name: '乙', sub: [{ phone: '1' }] }, ctx),
  await writer.insert(main, { name: '乙', sub: [{ phone: '8' }, { phone: '8' }, {}] }, ctx),
)
const rec = (await reader.record(main, session, id)) as any
console.log(
  await writer.update(
    main,
    { id, _version: 1, amount: 6, sub: [{ ...rec.sub[1], phone: '2b' }, { phone: '1' }] },
    ctx,
  ),
)
console.log(await reader.record(main, session, id))
try {
  await writer.update(main, { id, _version: 1, amount: 7 }, ctx)
} catch (e) {
  console.log((e as any).status, (e as any).message, JSON.stringify((e as any).detail))
}
console.log(
  await Promise.all(
    [1, 2, 3].map(() => writer.insert(main, { name: '幂等' }, { ...ctx, idempotencyKey: 'k1' })),
  ),
)
const t1 = (await writer.insert(tree, { name: '根' }, ctx)) as any,
  t2 = (await writer.insert(tree, { name: '枝', pid: t1.id }, ctx)) as any
console.log(
  await reader.tree(tree, session, {}),
  await reader.tree(tree, session, { pid: t1.id, has_child: '1' }),
)
console.log(
  await writer.update(tree, { id: t1.id, pid: t2.id }, ctx),
  await writer.update(tree, { id: t1.id, pid: 'nope' }, ctx),
)
try {
  console.log(await writer.remove(tree, [t1.id], ctx))
} catch (e) {
  console.log((e as any).message)
}
console.log(await writer.remove(tree, [t2.id, ''], ctx), await reader.tree(tree, session, {}))
// 50 increments
await Promise.all(
  Array.from({ length: 50 }, async () => {
    for (;;) {
      const row = await reader.record(main, session, id)
      try {
        await writer.update(main, { id, _version: row._version, amount: Number(row.amount) + 1 }, ctx)
        return
      } catch (e) {
        if ((e as any).status !== 409) throw e
      }
    }
  }),
)
console.log((await reader.record(main, session, id)).amount)
for (const v of ["'", '"', '\\', '%', '_', '\0', '😀', '{}', '[]', 'x'.repeat(10000)])
  for (const q of [
    { name: v },
    { amount: v },
    { held: v },
    { column: v },
    { name_begin: v },
    { superQueryParams: v },
    { pageNo: v },
    { pid: v },
    { price: v },
    { users: v },
  ]) {
    try {
      await reader.list(main, session, q)
    } catch (e) {
      if (!(e as any).status) console.log('!!', q, e)
    }
    try {
      await reader.tree(tree, session, q)
    } catch (e) {
      if (!(e as any).status) console.log('!!', q, e)
    }
  }
for (const v of [
  "'",
  '"',
  '\\',
  '%',
  '_',
  '\0',
  '😀',
  '{}',
  '[]',
  'x'.repeat(10000),
  {},
  [],
  [[]],
  5,
  true,
  null,
  1e400,
  '1e400',
  '99999999999999999999',
])
  for (const c of ['name', 'amount', 'held', 'price', 'users', 'level', 'sub', '_version', 'id']) {
    try {
      await writer.insert(main, { name: 'q' + Math.random(), [c]: v }, ctx)
    } catch (e) {
      if (!(e as any).status) console.log('!! insert', c, v, e)
    }
    try {
      await writer.update(main, { id, [c]: v }, ctx)
    } catch (e) {
      if (!(e as any).status) console.log('!! update', c, v, e)
    }
  }
// sync
const w2 = compileForm({
  ...documents_[0]!,
  schema: {
    ...documents_[0]!.schema,
    properties: {
      ...documents_[0]!.schema.properties,
      name: {
        ...documents_[0]!.schema.properties.name!,
        type: 'integer',
        view: 'number',
        maxLength: undefined,
      },
    },
  },
} as FormDocument)
try {
  await applySync(pool, 'main', w2.table, 'normal')
} catch (e) {
  console.log(e instanceof SyncRefused ? e.message : e)
}
await pool.end()
await readPool.end()
