import { randomUUID } from 'node:crypto'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { columnOf, platformTable } from '#server/database/platform-tables.ts'
import { createTestApp, type TestApp } from './app.ts'
import { isFreeText } from './generated-row.ts'

/*
 * A world in which every table has rows whose texts say whose they are, so that an answer itself tells what it gave away.
 *
 * A mark is `q`, the tenant, who may see the row (`s` everybody with the right to the form, `h` not those whom a data rule
 * narrows, `x` not judged by row: keys and look-up columns, which other records point to), the column (`v` everybody, `c`
 * those with a grant), two characters for the table, the row, `q`.
 */

/** A mark as it was found in an answer. */
export interface Mark {
  text: string
  tenant: string
  row: 's' | 'h' | 'x'
  column: 'v' | 'c'
  table: string
  /** Which row of the table it stands in, also where the row is not judged. */
  of: 's' | 'h'
}

const MARK = /q([12])([shx])([vc])([0-9a-z]{2})([sh])q/g
const ROWS = ['s', 'h'] as const
type RowKind = (typeof ROWS)[number]

/** Marks in a text, each once. */
export function marksIn(text: string): Mark[] {
  const found = new Map<string, Mark>()
  for (const [whole, tenant, row, column, table, of] of text.matchAll(MARK))
    found.set(whole, { text: whole, tenant, row, column, table, of } as Mark)
  return [...found.values()]
}

/** A document whose rows lie in a table. */
export interface MarkedForm {
  form: CompiledForm
  /** Two characters that stand for its table in marks. */
  number: string
  /** Column that is under control in every document of the table; null where the table has no text that could be. */
  controlled: string | null
  /** Names of the fields that bear marks. */
  marked: readonly string[]
  /** Shared by all tenants, or the platform's own. */
  isShared: boolean
}

export const USERS = ['narrowed', 'unseeing', 'keeper', 'stranger'] as const
export type MarkedUser = (typeof USERS)[number]

export interface MarkedWorld {
  test: TestApp
  forms: readonly MarkedForm[]
  tokens: Readonly<Record<MarkedUser | 'first' | 'second', string>>
  /** Key of a row of a table. */
  idOf(number: string, row: RowKind, tenant?: 1 | 2): string
  close(): Promise<void>
}

const PASSWORD_OF = 'staff'
/**
 * Columns that every signed-in user is told of all rows, besides the look-up columns of the platform's tables: pictures of
 * colleagues, kept dictionaries, and which buttons there are, so that pages hide those that were not granted.
 */
const OPEN_COLUMNS: ReadonlySet<string> = new Set([
  'sys_user.avatar',
  'sys_user.orgCode',
  'sys_dict.dictCode',
  'sys_dict_item.itemText',
  'sys_dict_item.itemValue',
  'sys_dict_item.itemColor',
  'sys_permission.name',
  'sys_permission.perms',
  'sys_permission.permsType',
])

/**
 * The project's application, and in every table of a document one row that a data rule hides and one that it does not, in
 * two tenants alike. Of tenant 1: `narrowed` holds every right with the data rule, `unseeing` every right without the
 * columns under control, `keeper` every right of roles, all three in all departments, `stranger` nothing; `first` and `second` administer a tenant each.
 */
export async function createMarkedWorld(): Promise<MarkedWorld> {
  const test = await createTestApp()
  const query = (text: string, values: unknown[] = []) =>
    test.database.connections.writePool.query(text, values)
  const forms = markedForms(test)
  const idOf: MarkedWorld['idOf'] = (number, row, tenant = 1) => `q${tenant}xv${number}${row}q`
  for (const { form, controlled } of forms) {
    const { permissions } = form
    if (controlled !== null && !permissions.columns.some(({ field }) => field === controlled))
      (permissions as { columns: unknown }).columns = [
        ...permissions.columns,
        { field: controlled, control: 'visible' },
      ]
  }
  await query("insert into platform.sys_tenant (id, name) values (2, '乙')")
  const client = await test.database.connections.writePool.connect()
  // Rows point to each other: they are whole once all of them stand.
  await client.query("set session_replication_role = 'replica'")
  await insertRows((text, values) => client.query(text, values), forms, idOf)
  await client.query("set session_replication_role = 'origin'")
  client.release()
  await insertUsers(query)
  await insertGrants(query, test, forms, idOf)
  await test.app.sessions.rightsChanged()
  const names = [...USERS, 'first', 'second'] as const
  const tokens = {} as Record<(typeof names)[number], string>
  for (const name of names) tokens[name] = await test.signIn(name, 'test-Staff-1')
  return { test, forms, tokens, idOf, close: () => test.close() }
}

/** The documents over tables, with what is marked and what is put under control. */
function markedForms(test: TestApp): MarkedForm[] {
  const forms = test.documents
    .entries()
    .flatMap(({ form }) => form ?? [])
    .filter(({ document: { store } }) => !store || 'table' in store)
    // Its keys are numbers of tenants.
    .filter(({ tableName }) => tableName !== 'sys_tenant')
  const numbers = new Map([...new Set(forms.map(({ tableName }) => tableName))].map((name, at) => [name, at]))
  const texts = textColumns(test)
  const open = (form: CompiledForm, name: string) =>
    OPEN_COLUMNS.has(`${form.tableName}.${name}`) ||
    (platformTable(form.tableName)?.lookup ?? []).includes(columnOf(name)) ||
    texts.values.has(`${form.tableName}.${name}`)
  const controlledOf = new Map<string, string>()
  for (const form of forms) {
    if (controlledOf.has(form.tableName)) continue
    const free = form.fields.filter(
      (field) =>
        isFreeText(field) && !field.required && !open(form, field.name) && isOwnText(form, field.name),
    )
    // What other documents show as the text of a choice is the hardest to keep.
    const best = free.find(({ name }) => texts.texts.has(`${form.tableName}.${name}`)) ?? free[0]
    if (best) controlledOf.set(form.tableName, best.name)
  }
  return forms.map((form) => {
    const scope = platformTable(form.tableName)?.scope.by
    return {
      form,
      number: (numbers.get(form.tableName) ?? 0).toString(36).padStart(2, '0'),
      controlled: form.fields.some(({ name }) => name === controlledOf.get(form.tableName))
        ? (controlledOf.get(form.tableName) ?? null)
        : null,
      marked: form.fields
        .filter((field) => isFreeText(field) && !open(form, field.name))
        .map(({ name }) => name),
      isShared: scope === 'everyone' || scope === 'platform',
    }
  })
}

/** `table.column` of what documents read as text and as value of choices. */
function textColumns(test: TestApp): { texts: Set<string>; values: Set<string> } {
  const [texts, values] = [new Set<string>(), new Set<string>()]
  for (const { form } of test.documents.entries())
    for (const field of form?.fields ?? []) {
      const source = lookupSource(field)
      if (!source || !('table' in source)) continue
      const table = test.documents.resolve(source.table.table)?.tableName ?? source.table.table
      texts.add(`${table}.${source.table.text}`)
      values.add(`${table}.${source.table.value}`)
    }
  return { texts, values }
}

/** True for a column of the table itself that is no key of another. */
function isOwnText({ tableName }: CompiledForm, name: string): boolean {
  const columns = platformTable(tableName)?.columns
  return !/id$/i.test(name) && (!columns || name in columns)
}

type Query = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** Two rows of every table in both tenants; those of shared tables once. Each points to the hidden row of what it names. */
async function insertRows(
  query: Query,
  forms: readonly MarkedForm[],
  idOf: MarkedWorld['idOf'],
): Promise<void> {
  const { rows: columns } = await query(
    `select table_schema as schema, table_name as table, column_name as name, data_type as type,
       coalesce(character_maximum_length, 100000) as length, is_nullable = 'NO' and column_default is null as needed
     from information_schema.columns where table_schema in ('platform', 'data') and is_generated = 'NEVER'`,
  )
  const { rows: keys } = await query(
    `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) where c.contype = 'f'`,
  )
  const numberOf = new Map(forms.map(({ form, number }) => [form.tableName, number]))
  const { rows: unique } = await query(
    `select i.indrelid::regclass::text as table, a.attname as column from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indisunique`,
  )
  const bare = (name: unknown) =>
    String(name)
      .replace(/^\w+\./, '')
      .replaceAll('"', '')
  const done = new Set<string>()
  for (const { form, number, isShared } of forms) {
    const table = form.tableName
    if (done.has(table)) continue
    done.add(table)
    const own = columns.filter(
      (one) => one.table === table && one.schema === (form.table ? 'data' : 'platform'),
    )
    const all = forms.filter((one) => one.form.tableName === table)
    const controlled = all.find((one) => one.controlled !== null)?.controlled ?? ''
    // Tables of documents call their columns as the document does.
    const sqlName = form.table ? (name: string) => name : columnOf
    const marked = new Set(all.flatMap((one) => one.marked.map(sqlName)))
    const links = linksOf(all, numberOf, sqlName)
    for (const tenant of isShared ? ([1] as const) : ([1, 2] as const))
      for (const row of ROWS) {
        const target = (name: string) => {
          const key = keys.find((one) => bare(one.table) === table && one.column === name)
          return key ? numberOf.get(bare(key.target)) : undefined
        }
        const values = own.flatMap(({ name, type, length, needed }): [string, unknown][] => {
          const column = String(name)
          if (column === 'id') return [[column, idOf(number, row, tenant)]]
          if (column === 'tenant_id' || column === '_tenant') return [[column, tenant]]
          const pointed = target(column) ?? links.get(column)
          if (pointed !== undefined && Number(length) >= 8) {
            // What may not repeat cannot point to the same row twice.
            const isUnique = unique.some((one) => bare(one.table) === table && one.column === column)
            return [[column, isUnique && row === 'h' ? 'nowhere' : idOf(pointed, 'h', tenant)]]
          }
          if (marked.has(column) && Number(length) >= 8)
            return [[column, `q${tenant}${row}${column === sqlName(controlled) ? 'c' : 'v'}${number}${row}q`]]
          if (!needed && !/^(username|realname|name|role_name|role_code|depart_name|code)$/.test(column))
            return []
          return [[column, plainValue(String(type), `q${tenant}xv${number}${row}q`, Number(length), row)]]
        })
        await query(
          `insert into ${form.table ? 'data' : 'platform'}."${table}" (${values.map(([name]) => `"${name}"`).join(', ')})
           values (${values.map((_, at) => `$${at + 1}`).join(', ')})`,
          values.map(([, value]) => value),
        )
        if (table === 'sys_user')
          await query('insert into platform.sys_user_tenant (user_id, tenant_id) values ($1, $2)', [
            idOf(number, row, tenant),
            tenant,
          ])
      }
  }
}

/** Columns that hold keys of other marked tables, with the number of the table. */
function linksOf(
  forms: readonly MarkedForm[],
  numberOf: ReadonlyMap<string, string>,
  sqlName: (name: string) => string,
): Map<string, string> {
  const links = new Map<string, string>()
  for (const { form } of forms)
    for (const field of form.fields) {
      const source = lookupSource(field)
      if (!field.persist || !source || !('table' in source) || source.table.value !== 'id') continue
      const number = numberOf.get(source.table.table)
      if (number !== undefined) links.set(sqlName(field.name), number)
    }
  return links
}

function plainValue(type: string, mark: string, length: number, row: RowKind): unknown {
  if (/char|text/.test(type)) return length >= mark.length ? mark : '1'
  if (/timestamp|date/.test(type)) return '2031-05-06'
  if (/json/.test(type)) return '{}'
  if (type === 'boolean') return false
  return row === 's' ? 1 : 2
}

/** Users with one role each, who sign in with the password of a user that the application began with. */
async function insertUsers(query: Query): Promise<void> {
  for (const [name, tenant] of [...USERS, 'first', 'second'].map(
    (one) => [one, one === 'second' ? 2 : 1] as const,
  )) {
    await query(
      `insert into platform.sys_user (id, username, realname, password, status)
       select 'user-' || $1, $1, $1, password, 1 from platform.sys_user where username = '${PASSWORD_OF}'`,
      [name],
    )
    await query("insert into platform.sys_user_tenant (user_id, tenant_id) values ('user-' || $1, $2)", [
      name,
      tenant,
    ])
    await query(
      `insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('role-' || $1, $1, $2, $3)
       on conflict do nothing`,
      [name, name === 'second' ? 'admin' : name, tenant],
    )
    await query(
      `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
       select 'mine-' || $1, 'user-' || $1, id, tenant_id from platform.sys_role where tenant_id = $2 and role_code = $3`,
      [name, tenant, name === 'first' || name === 'second' ? 'admin' : name],
    )
  }
  // Departments are kept by those who belong to them.
  await query(
    `insert into platform.sys_user_depart (id, user_id, dep_id)
     select gen_random_uuid()::text, u.id, d.id from platform.sys_user u, platform.sys_depart d
     where u.username in ('keeper', 'narrowed', 'unseeing') and d.tenant_id = 1`,
  )
}

/** Rights to every document for the three roles: one narrowed by a data rule, one without the columns under control. */
async function insertGrants(
  query: Query,
  test: TestApp,
  forms: readonly MarkedForm[],
  idOf: MarkedWorld['idOf'],
): Promise<void> {
  const insert = 'insert into platform.'
  for (const { form } of test.documents.entries()) {
    if (!form) continue
    const { code, rights } = form
    const table = forms.find((one) => one.form === form)
    const codes = ['list', 'add', 'edit', 'delete'].map((action) => `${rights}:${action}`)
    await query(
      `${insert}sys_permission (id, name, menu_type, perms, form_code) values ('may-' || $1, $1, 2, $2, $1)`,
      [code, codes.join(',')],
    )
    const hidden = table ? [idOf(table.number, 'h')] : []
    for (const id of hidden)
      await query(
        `${insert}sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
         values ('rule-' || $1, 'may-' || $1, $1, '', 'CONDITION', $2)`,
        // So spelt, the rule itself bears no mark.
        [code, JSON.stringify({ field: 'id', rule: 'ne', val: id }).replaceAll('q1', '\\u00711')],
      )
    for (const role of ['narrowed', 'unseeing', 'keeper']) {
      await query(
        `${insert}sys_role_permission (id, role_id, permission_id, data_rule_ids) values ($1, $2, $3, $4)`,
        [
          randomUUID(),
          `role-${role}`,
          `may-${code}`,
          role === 'narrowed' && hidden.length > 0 ? `rule-${code}` : null,
        ],
      )
      // A rule of one's own records would narrow everybody.
      for (const { code: key, where } of form.permissions.rows)
        if (!JSON.stringify(where).includes('#{'))
          await query(`${insert}form_grant values ($1, $2, 'row', $3)`, [`role-${role}`, code, key])
      if (role === 'unseeing') continue
      for (const { field, control } of form.permissions.columns)
        await query(`${insert}form_grant (role_id, form_code, kind, key) values ($1, $2, $3, $4)`, [
          `role-${role}`,
          code,
          control,
          field,
        ])
    }
  }
}
