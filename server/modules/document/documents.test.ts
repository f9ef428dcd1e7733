import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { createDocuments, type Documents } from './documents.ts'

let database: TestDatabase
let dir: string
let documents: Documents | undefined
const warnings: string[] = []
const log = { info: () => undefined, warn: (message: string) => warnings.push(message) }

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database?.drop())
beforeEach(async () => {
  documents?.close()
  warnings.length = 0
  dir = await mkdtemp(join(tmpdir(), 'documents-'))
  return async () => {
    documents?.close()
    await rm(dir, { recursive: true, force: true })
    await database.connections.writePool.query('delete from platform.document')
  }
})

const put = async (name: string, content: unknown) => {
  await mkdir(join(dir, 'deep'), { recursive: true })
  await writeFile(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}
const open = async (watchEveryMs?: number) => {
  documents = await createDocuments({
    dirs: [dir],
    pool: database.connections.writePool,
    log,
    ...(watchEveryMs ? { watchEveryMs } : {}),
  })
  return documents
}
const columnsOf = async (table: string) =>
  (
    await database.connections.writePool.query<{ attname: string }>(
      'select attname from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped',
      [`data."${table}"`],
    )
  ).rows.map(({ attname }) => attname)

describe('documents', () => {
  it('are read from folders, found by code and by table, and have their tables', async () => {
    await put(
      'deep/d_one.form.json',
      formDocument('d_one', { name: { type: 'string' } }, { table: 'd_table' }),
    )
    const { resolve, entry } = await open()
    expect(resolve('d_one')?.code).toBe('d_one')
    expect(resolve('d_table')?.code).toBe('d_one')
    expect(resolve('nothing')).toBeNull()
    expect(entry('d_one')).toMatchObject({ source: 'file', synced: true, problems: [], outdated: false })
    expect(await columnsOf('d_table')).toContain('name')
  })

  it('say that a role which they grant rights does not exist, until it does', async () => {
    const query = (text: string) => database.connections.writePool.query(text)
    const grant = { staff: ['list'], ticket: ['list'] }
    await put('d_grant.form.json', formDocument('d_grant', { name: { type: 'string' } }, { grant }))
    const { entry, reload } = await open()
    expect(entry('d_grant')?.problems).toMatchObject([
      {
        severity: 'warning',
        path: '/grant/ticket',
        message: expect.stringContaining('角色 "ticket" 不存在'),
      },
    ])
    await query("insert into platform.sys_tenant (id, name) values (1, '一')")
    await query(
      "insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('ticket', '票务', 'ticket', 1)",
    )
    await reload()
    expect(entry('d_grant')?.problems).toEqual([])
    await query("delete from platform.sys_role where id = 'ticket'")
    await query('delete from platform.sys_tenant where id = 1')
  })

  it('appear, change and go while the server runs, with their tables', async () => {
    const { resolve } = await open(50)
    const seen: string[] = []
    documents?.onChange((codes) => seen.push(...codes))
    await put('d_live.form.json', formDocument('d_live', { name: { type: 'string' } }))
    await vi.waitFor(() => expect(resolve('d_live')).not.toBeNull(), 2000)
    await put(
      'd_live.form.json',
      formDocument('d_live', { name: { type: 'string' }, added: { type: 'integer' } }),
    )
    await vi.waitFor(() => expect(resolve('d_live')?.fields).toHaveLength(2), 2000)
    expect(await columnsOf('d_live')).toContain('added')
    await rm(join(dir, 'd_live.form.json'))
    await vi.waitFor(() => expect(resolve('d_live')).toBeNull(), 2000)
    expect(seen).toEqual(['d_live', 'd_live', 'd_live'])
  })

  it('keep the last good version while the file is broken, and say where', async () => {
    await put('d_broken.form.json', formDocument('d_broken', { name: { type: 'string' } }))
    const { resolve, entry, reload } = await open()
    await put('d_broken.form.json', '{\n  "kind": "form",\n  "code": "d_broken"\n  "title": "x" }')
    await reload()
    expect(resolve('d_broken')?.fields[0]?.name).toBe('name')
    expect(entry('d_broken')).toMatchObject({
      outdated: true,
      problems: [{ severity: 'error', fatal: true }],
    })
    expect(warnings.join('\n')).toContain(`${join(dir, 'd_broken.form.json')}:4:`)
    await put(
      'd_broken.form.json',
      formDocument('d_broken', { name: { type: 'string' }, more: { type: 'string' } }),
    )
    await reload()
    expect(entry('d_broken')).toMatchObject({ outdated: false, problems: [] })
  })

  it('that are broken stay what others point to, and what was never usable is said to be broken', async () => {
    await put('d_sub.form.json', formDocument('d_sub', { pid: { type: 'string' } }))
    const main = formDocument(
      'd_main',
      { name: { type: 'string' } },
      { subTables: [{ code: 'd_sub', foreignKey: 'pid', relation: 'many' }] },
    )
    await put('d_main.form.json', main)
    const { entry, references, reload } = await open()
    await put('d_sub.form.json', '{')
    await put('d_new.form.json', '{')
    await reload()
    expect(references().forms?.has('d_sub')).toBe(true)
    expect([...(references().unusable ?? [])]).toEqual(['d_new'])
    expect(entry('d_main')).toMatchObject({ problems: [], form: { subTables: [{ code: 'd_sub' }] } })
  })

  it('that were never usable are listed with their problems', async () => {
    await put('d_never.form.json', '{ "kind": ')
    const { entry, resolve } = await open()
    expect(resolve('d_never')).toBeNull()
    expect(entry('d_never')?.problems).not.toEqual([])
  })

  it('of the database override files of the same code', async () => {
    await put('d_both.form.json', formDocument('d_both', { name: { type: 'string' } }))
    await database.connections.writePool.query(
      "insert into platform.document (code, kind, version, body) values ('d_both', 'form', '1', $1)",
      [JSON.stringify(formDocument('d_both', { name: { type: 'string' }, kept: { type: 'string' } }))],
    )
    const { entry } = await open()
    expect(entry('d_both')).toMatchObject({ source: 'database' })
    expect(entry('d_both')?.form?.fields).toHaveLength(2)
  })

  it('of the same code in two files: the first counts, and says so', async () => {
    await put('a.form.json', formDocument('d_twice', { first: { type: 'string' } }))
    await put('b.form.json', formDocument('d_twice', { second: { type: 'string' } }))
    const { entry } = await open()
    expect(entry('d_twice')?.form?.fields[0]?.name).toBe('first')
    expect(entry('d_twice')?.problems).toMatchObject([{ code: 'file-name' }, { code: 'duplicate-code' }])
  })

  it('of the same code in two files: the one that is named like the code counts, also while it is broken', async () => {
    await put('copy.form.json', formDocument('d_named', { copied: { type: 'string' } }))
    await put('d_named.form.json', formDocument('d_named', { own: { type: 'string' } }))
    const { entry, references, reload } = await open()
    const runs = () => entry('d_named')?.form?.fields.map(({ name }) => name)
    expect(runs()).toEqual(['own'])
    expect(Object.keys(references().forms?.get('d_named')?.schema.properties ?? {})).toEqual(['own'])
    expect(entry('d_named')?.problems).toMatchObject([
      { code: 'duplicate-code', message: expect.stringMatching(/copy\.form\.json 与 .*d_named\.form\.json/) },
    ])
    await put('d_named.form.json', '{')
    await reload()
    expect(runs()).toEqual(['own'])
    await rm(join(dir, 'd_named.form.json'))
    await reload()
    expect(runs()).toEqual(['copied'])
    expect(warnings.join('\n')).toMatch(
      /copy\.form\.json:3:11 warning \/code: 文件名应为 d_named\.form\.json/,
    )
  })

  it('that share a table widen it together', async () => {
    await put(
      'd_view.form.json',
      formDocument('d_view', { name: { type: 'string' }, extra: { type: 'string' } }, { table: 'd_owner' }),
    )
    await put('d_owner.form.json', formDocument('d_owner', { name: { type: 'string' } }))
    const { resolve, entry } = await open()
    expect(resolve('d_owner')?.code).toBe('d_owner')
    expect(entry('d_view')).toMatchObject({ synced: true })
    expect(await columnsOf('d_owner')).toEqual(expect.arrayContaining(['name', 'extra']))
  })

  it('make do without what they point to until it is there', async () => {
    const picker = { table: 'd_later', text: 'name', code: 'id', pidField: 'pid' }
    await put(
      'd_pointer.form.json',
      formDocument('d_pointer', {
        node: { type: 'string', view: 'sel_tree', options: picker },
        level: { type: 'string', view: 'list', dict: 'd_level' },
        chosen: {
          type: 'string',
          view: 'popup',
          options: { popupCode: 'd_report', orgFields: 'a', destFields: 'chosen' },
        },
      }),
    )
    const { resolve, entry, reload } = await open()
    const unresolved = () => entry('d_pointer')?.unresolved
    expect(resolve('d_pointer')?.fields.map(({ view }) => view)).toEqual(['sel_tree', 'list', 'popup'])
    expect(unresolved()).toEqual(['node', 'level', 'chosen'])
    expect(
      entry('d_pointer')
        ?.problems.map(({ code }) => code)
        .sort(),
    ).toEqual(['unknown-dict', 'unknown-report', 'unknown-table'])
    expect(warnings.join('\n')).toContain('报表 "d_report" 不存在')
    const { version } = entry('d_pointer') ?? {}
    await put('d_level.dict.json', { kind: 'dict', code: 'd_level', title: '级别', items: [] })
    await put('d_report.report.json', {})
    await put(
      'd_later.form.json',
      formDocument('d_later', { name: { type: 'string' }, pid: { type: 'string' } }),
    )
    await reload()
    expect(unresolved()).toEqual([])
    expect(entry('d_pointer')).toMatchObject({ problems: [], synced: true })
    expect(entry('d_pointer')?.version).not.toBe(version)
    await rm(join(dir, 'd_level.dict.json'))
    await reload()
    expect(unresolved()).toEqual(['level'])
    // A dictionary that cannot be used is none.
    await put('d_level.dict.json', { kind: 'dict', code: 'd_level', title: '级别', items: [{}] })
    await reload()
    expect(unresolved()).toEqual(['level'])
  })

  it('may be composite pages, which come, change and go as forms do', async () => {
    await put('d_left.form.json', formDocument('d_left', { name: { type: 'string' } }))
    await put('d_right.form.json', formDocument('d_right', { owner: { type: 'string' } }))
    const page = (field: string) => ({
      kind: 'page',
      code: 'd_page',
      title: '页面',
      left: { form: 'd_left', as: 'list' },
      right: [{ form: 'd_right', as: 'list', link: { field, from: 'id' } }],
    })
    const opened = await open(50)
    const changed: string[] = []
    opened.onChange((codes) => changed.push(...codes))
    await put('d_page.page.json', page('owner'))
    await vi.waitFor(() => expect(opened.page('d_page')?.document?.right).toHaveLength(1), 2000)
    expect(changed).toEqual(['d_page'])
    expect(opened.references().pages).toEqual(new Map([['d_page', 'd_left']]))
    // A page of which nothing can be used leaves the one before.
    await put('d_page.page.json', page('nobody'))
    await vi.waitFor(() => expect(opened.page('d_page')).toMatchObject({ outdated: true }), 2000)
    expect(opened.page('d_page')?.document?.right).toHaveLength(1)
    expect(warnings.join('\n')).toMatch(/d_page\.page\.json:\d+:\d+ error \/right\/0\/link\/field/)
    await rm(join(dir, 'd_page.page.json'))
    await vi.waitFor(() => expect(opened.page('d_page')).toBeNull(), 2000)
  })

  it('drop an index that the list no longer needs', async () => {
    const sorted = (sort: string) =>
      formDocument('d_sorted', { a: { type: 'string' }, b: { type: 'string' } }, { list: { sort } })
    await put('d_sorted.form.json', sorted('a'))
    const { entry, reload } = await open()
    await put('d_sorted.form.json', sorted('b desc'))
    await reload()
    expect(entry('d_sorted')).toMatchObject({ synced: true, problems: [] })
    const { rows } = await database.connections.writePool.query(
      "select indexname from pg_indexes where schemaname = 'data' and tablename = 'd_sorted' order by indexname",
    )
    expect(rows.map(({ indexname }) => indexname)).toEqual(['d_sorted.idx_b', 'd_sorted_pkey'])
  })

  it('with a mistake leave the columns that are there alone, and need nothing once it is corrected', async () => {
    const form = (name: { type: 'string'; maxLength?: number }) =>
      formDocument('d_typo', { name, age: { type: 'integer' } })
    await put('d_typo.form.json', form({ type: 'string', maxLength: 20 }))
    const { entry, reload } = await open()
    const typeOf = async () =>
      (
        await database.connections.writePool.query(
          `select format_type(atttypid, atttypmod) as type from pg_attribute
           where attrelid = 'data.d_typo'::regclass and attname = 'name'`,
        )
      ).rows[0].type
    await put('d_typo.form.json', form({ type: 'string', maxlength: 20 } as { type: 'string' }))
    await reload()
    expect(entry('d_typo')?.problems).toContainEqual(expect.objectContaining({ severity: 'error' }))
    // Nobody is told to carry the mistake out.
    const waits = entry('d_typo')?.problems.find(({ code }) => code === 'sync')?.message
    expect(waits).toMatch(/请先改正/)
    expect(waits).not.toMatch(/doDbSynch/)
    expect(await typeOf()).toBe('character varying(20)')
    await put('d_typo.form.json', form({ type: 'string', maxLength: 20 }))
    await reload()
    expect(entry('d_typo')).toMatchObject({ synced: true, problems: [] })
    expect(await typeOf()).toBe('character varying(20)')
  })

  it('say how a new name is told from a new field', async () => {
    await put('d_name.form.json', formDocument('d_name', { name: { type: 'string' } }))
    const { entry, reload } = await open()
    await put('d_name.form.json', formDocument('d_name', { xm: { type: 'string' } }))
    await reload()
    expect(entry('d_name')?.problems[0]?.message).toMatch(/停用字段 name.*若该字段只是改名.*"id": "name"/)
  })

  it('wait with what would touch values until somebody decides', async () => {
    await put('d_wait.form.json', formDocument('d_wait', { amount: { type: 'string' } }))
    const { entry, reload, planOf, sync } = await open()
    await put('d_wait.form.json', formDocument('d_wait', { amount: { type: 'integer' } }))
    await reload()
    expect(entry('d_wait')).toMatchObject({
      synced: false,
      problems: [
        { code: 'sync', severity: 'warning', message: expect.stringContaining('doDbSynch/d_wait/normal') },
      ],
    })
    expect((await planOf('d_wait'))?.steps.map((step) => step.kind)).toEqual(['alter-column'])
    await sync('d_wait', 'normal')
    expect(entry('d_wait')).toMatchObject({ synced: true, problems: [] })
  })
})
