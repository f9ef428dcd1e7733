import pg from 'pg'
import type { Connect } from '#server/database/connect.ts'

/** How much an installation holds. */
export interface Sizes {
  users: number
  departs: number
  roles: number
  /** Pages of the menu, and rights of the role that holds them all. */
  entries: number
  dicts: number
  dictItems: number
  logs: number
}

/** A large installation. */
export const LARGE: Sizes = {
  users: 100_000,
  departs: 20_000,
  roles: 5_000,
  entries: 10_000,
  dicts: 2_000,
  dictItems: 100_000,
  logs: 5_000_000,
}

/** Rights of the role that holds few, to be compared with the one that holds all. */
export const FEW_RIGHTS = 100
/** Pages of a group of the menu, with the group itself. */
const GROUP = 100
/** Changes of records, for so many lines of the log. */
const LINES_PER_CHANGE = 5
/** Lines of the log that one statement writes. */
const BATCH = 500_000

/** The numbers of a level of codes: A01 … Z99. */
const codeOf = (number: string) => `chr(65 + (${number}) / 99) || lpad(((${number}) % 99 + 1)::text, 2, '0')`

/** Departments in three levels of at most forty below each other; users, roles and grants spread evenly over them. */
function statements(sizes: Sizes): string[] {
  const { users, departs, roles, entries, dicts, dictItems } = sizes
  const tops = Math.max(1, Math.ceil(departs / 1000))
  return [
    // Department n hangs on (n - tops) / 31: the first ones are the tops.
    `insert into platform.sys_depart (id, parent_id, depart_name, depart_order, org_category, org_type, org_code, tenant_id, create_by)
     with recursive tree(n, parent, code, level) as (
       select n, null::int, 'Y' || lpad((n + 1)::text, 2, '0'), 1 from generate_series(0, ${tops - 1}) n
       union all
       select child, t.n, t.code || ${codeOf(`child - (t.n * 31 + ${tops})`)}, t.level + 1
       from tree t cross join lateral generate_series(t.n * 31 + ${tops}, least(t.n * 31 + ${tops + 30}, ${departs - 1})) child)
     select 'large-d' || n, 'large-d' || parent, '部门' || n, n, case level when 1 then '1' else '2' end, level::text, code, $1, 'admin' from tree`,
    `insert into platform.sys_user (id, username, realname, email, phone, work_no, sex, org_code, status, create_by, create_time)
     select 'large-u' || n, 'user' || lpad(n::text, 6, '0'), '员工' || n, 'user' || n || '@example.com', '139' || lpad(n::text, 8, '0'),
       'W' || n, n % 2 + 1, d.org_code, case when n % 50 = 0 then 2 else 1 end, 'admin', timestamp '2020-01-01' + n * interval '7 minutes'
     from generate_series(1, ${users}) n join platform.sys_depart d on d.id = 'large-d' || n % ${departs}`,
    `insert into platform.sys_user_tenant (user_id, tenant_id) select 'large-u' || n, $1 from generate_series(1, ${users}) n`,
    `insert into platform.sys_user_depart (id, user_id, dep_id)
     select 'large-ud' || n, 'large-u' || n, 'large-d' || n % ${departs} from generate_series(1, ${users}) n`,
    `insert into platform.sys_role (id, role_name, role_code, tenant_id, create_by, create_time)
     select 'large-r' || n, '角色' || n, 'large' || n, $1, 'admin', timestamp '2020-01-01' + n * interval '1 hour' from generate_series(1, ${roles}) n`,
    `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
     select 'large-ur' || n, 'large-u' || n, 'large-r' || n % ${roles} + 1, $1 from generate_series(1, ${users}) n`,
    `insert into platform.sys_permission (id, parent_id, name, url, component, menu_type, perms, sort_no, is_leaf, icon, create_by)
     select 'large-p' || n, case when n % ${GROUP} = 0 then null else 'large-p' || n / ${GROUP} * ${GROUP} end,
       case when n % ${GROUP} = 0 then '分组' else '页面' end || n, '/large/' || n / ${GROUP} || case when n % ${GROUP} = 0 then '' else '/' || n end,
       case when n % ${GROUP} = 0 then 'layouts/RouteView' else 'modules/online/cgform/auto/OnlCgformAutoList' end,
       case when n % ${GROUP} = 0 then 0 else 1 end, case when n % ${GROUP} = 0 then null else 'large:' || n || ':list' end,
       1000 + n, case when n % ${GROUP} = 0 then 0 else 1 end, case when n % ${GROUP} = 0 then 'setting' end, 'admin'
     from generate_series(0, ${entries - 1}) n`,
    `insert into platform.sys_role (id, role_name, role_code, tenant_id) values
       ('large-many', '全部权限', 'large-many', $1), ('large-few', '少数权限', 'large-few', $1)`,
    `insert into platform.sys_role_permission (id, role_id, permission_id)
     select 'large-m' || n, 'large-many', 'large-p' || n from generate_series(0, ${entries - 1}) n
     union all select 'large-f' || n, 'large-few', 'large-p' || n from generate_series(0, ${FEW_RIGHTS - 1}) n`,
    `insert into platform.sys_dict (id, dict_name, dict_code, create_by, create_time)
     select 'large-t' || n, '字典' || n, 'large_' || n, 'admin', timestamp '2020-01-01' + n * interval '1 hour' from generate_series(1, ${dicts}) n`,
    `insert into platform.sys_dict_item (id, dict_id, item_text, item_value, sort_order, create_by)
     select 'large-i' || n, 'large-t' || n % ${dicts} + 1, '选项' || n, n::text, n, 'admin' from generate_series(1, ${dictItems}) n`,
  ]
}

/** Lines of the log from `first` on, and the changes that every fifth of them tells of. Keys grow with the number, as an index takes them fastest. */
function logStatements({ users, logs }: Sizes, first: number, last: number): string[] {
  const key = (letter: string, number: string) => `'large-${letter}' || lpad((${number})::text, 9, '0')`
  const changes = `generate_series(${Math.ceil(first / LINES_PER_CHANGE)}, ${Math.floor(last / LINES_PER_CHANGE)}) n`
  const at = (now: string, line: string) => `${now} - (${logs} - ${line}) * (interval '90 days' / ${logs})`
  const user = `'user' || lpad((n % ${users} + 1)::text, 6, '0')`
  return [
    `insert into platform.sys_log (id, log_type, operate_type, log_content, userid, username, ip, request_url, request_type, request_param, result,
       request_id, cost_time, create_time, tenant_id)
     select ${key('l', 'n')}, case when n % 4 = 0 then 1 else 2 end, n % 5 + 2, case when n % 4 = 0 then '登录成功' else '修改用户' || n % 1000 end,
       'large-u' || n % ${users} + 1, ${user}, '10.0.' || n % 200 || '.' || n % 250,
       '/jeecg-boot/sys/user/edit', 'PUT', '{"id":"' || n || '"}', case when n % 20 = 0 then 'failure' else 'success' end, ${key('q', 'n')}, n % 300,
       ${at('localtimestamp(0)', 'n')}, $1
     from generate_series(${first}, ${last}) n`,
    `insert into platform.operation (id, tenant_id, user_id, username, action, resource, request_id, at)
     select ${key('o', 'n')}, $1, 'large-u' || n % ${users} + 1, ${user}, 'edit', 'sys_user', ${key('q', `n * ${LINES_PER_CHANGE}`)},
       ${at('now()', `n * ${LINES_PER_CHANGE}`)}
     from ${changes}`,
    `insert into platform.operation_change (id, operation_id, table_name, record_id, version, before, after, document_version, tenant_id, action, create_by, create_time)
     select ${key('c', 'n')}, ${key('o', 'n')}, 'sys_user', 'large-u' || n % ${users} + 1, n % 9 + 1, '{"realname":"甲"}', '{"realname":"乙"}', '1', $1, 'edit',
       ${user}, ${at('localtimestamp(0)', `n * ${LINES_PER_CHANGE}`)}
     from ${changes}`,
  ]
}

/** The tables that are filled, as the planner is told afterwards. */
const LOGS = ['sys_log', 'operation', 'operation_change']
const FILLED = [
  'sys_depart',
  'sys_user',
  'sys_user_tenant',
  'sys_user_depart',
  'sys_role',
  'sys_user_role',
  'sys_permission',
  'sys_role_permission',
  'sys_dict',
  'sys_dict_item',
  ...LOGS,
]

/** Fills the tenant of an installation with synthetic people, rights, dictionaries and log lines. */
export async function fillLarge(connect: Connect, tenant: number, sizes: Sizes = LARGE): Promise<void> {
  const client = new pg.Client(connect)
  await client.connect()
  const run = (statement: string) => client.query(statement, statement.includes('$1') ? [tenant] : [])
  try {
    await run(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
    for (const statement of statements(sizes)) await run(statement)
    // A million references from one log to the other need no check.
    await run('set session_replication_role = replica')
    const indexes = await takeIndexes(client)
    for (let first = 1; first <= sizes.logs; first += BATCH)
      for (const statement of logStatements(sizes, first, Math.min(first + BATCH - 1, sizes.logs)))
        await run(statement)
    for (const index of indexes) await run(index)
    for (const table of FILLED) await run(`vacuum analyze platform.${table}`)
  } finally {
    await client.end()
  }
}

/** Drops the indexes of the logs other than the keys'; answers the statements that make them again, once for all lines. */
async function takeIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [LOGS.map((table) => `platform.${table}`)],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ made }) => made)
}
