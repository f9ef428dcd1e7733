import type { Pool, PoolClient } from 'pg'
import type { FormGrantChoice } from '#schemas/api/role-grant.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Documents } from '../document/documents.ts'

/** Names by which the log of operations keeps what is granted to roles, departments, their roles, and users of these, and what users are in a tenant. */
export const GRANTED = {
  permissions: 'sys_role_permission',
  dataRules: 'sys_role_data_rule',
  columns: 'form_grant',
  toDepart: 'sys_depart_permission',
  toDepartRole: 'sys_depart_role_permission',
  departRoles: 'sys_depart_role_user',
  tenantMembers: 'sys_user_tenant',
} as const
/** What begins the keys of those who belong to a tenant, and of those who administer it. */
export const TENANT_MARKS = { member: 'member', administrator: 'admin' } as const
type GrantTable = (typeof GRANTED)[keyof typeof GRANTED]

/** Who holds grants: the word for them, the statement that names them, and the right to grant. */
interface HolderKind {
  word: string
  /** What is granted to them. */
  granted: string
  right: string
  names: string
}
const ROLE: HolderKind = {
  word: '角色',
  granted: '授权',
  right: 'system:role:grant',
  names: 'select id, role_name as name from platform.sys_role where id = any($1)',
}
const DEPART_ROLE_NAMES = `select r.id, coalesce(d.depart_name || '-', '') || r.role_name as name
  from platform.sys_depart_role r left join platform.sys_depart d on d.id = r.depart_id where r.id = any($1)`
const HOLDERS: Readonly<Record<GrantTable, HolderKind>> = {
  [GRANTED.permissions]: ROLE,
  [GRANTED.dataRules]: ROLE,
  [GRANTED.columns]: ROLE,
  [GRANTED.toDepart]: {
    word: '部门',
    granted: '授权',
    right: 'system:depart:grant',
    names: 'select id, depart_name as name from platform.sys_depart where id = any($1)',
  },
  [GRANTED.toDepartRole]: {
    word: '部门角色',
    granted: '授权',
    right: 'system:departRole:grant',
    names: DEPART_ROLE_NAMES,
  },
  [GRANTED.departRoles]: {
    word: '用户',
    granted: '部门角色',
    right: 'system:departRole:users',
    names: 'select id, realname as name from platform.sys_user where id = any($1)',
  },
  [GRANTED.tenantMembers]: {
    word: '租户',
    granted: '成员',
    right: 'system:tenant:members',
    names: 'select id::text as id, name from platform.sys_tenant where id::text = any($1)',
  },
}

/** Which grants of which holder; `of` says of which menu or form. */
interface GrantSet {
  table: GrantTable
  holderId: string
  of: Row
}

/** A set of grants in the words of the screen where they are ticked. */
interface GrantNames {
  kind: HolderKind
  holder: string
  /** The menu or the form that the grants are about; null for those that name their menus themselves. */
  about: string | null
  /** What is or was granted, by its key. */
  items: ReadonlyMap<string, string>
}

/** Names in one line of the log; of more, the number is told. */
const MAX_NAMES = 15
const KINDS: Readonly<Record<FormGrantChoice['kind'], string>> = {
  visible: '可见字段',
  editable: '可编辑字段',
  row: '行规则',
}

/** True for a table of the operation log that keeps grants. */
export function isGrantTable(table: string): table is GrantTable {
  return Object.values<string>(GRANTED).includes(table)
}

/** The key of one thing that a document puts under control. */
export const grantKey = ({ kind, key }: Pick<FormGrantChoice, 'kind' | 'key'>) => `${kind}:${key}`

/** What the document puts under control: columns to see, columns to change, row rules. */
export function choicesOf(form: CompiledForm): FormGrantChoice[] {
  const titles = new Map(form.fields.map(({ name, title }) => [name, title]))
  return [
    ...form.permissions.columns.map(({ field, control }) => ({
      kind: control,
      key: field,
      title: titles.get(field) ?? field,
    })),
    ...form.permissions.rows.map(({ code, title }) => ({ kind: 'row' as const, key: code, title })),
  ]
}

/** Names the holder of a set of grants, what the set is about, and the given keys; what is gone is named by its key. */
export async function grantNames(
  db: Pick<Pool | PoolClient, 'query'>,
  documents: Pick<Documents, 'resolve'>,
  set: GrantSet,
  keys: readonly string[],
): Promise<GrantNames> {
  const { table, holderId, of } = set
  const kind = HOLDERS[table]
  const texts = async (statement: string, ids: readonly string[]) => {
    const { rows } = await db.query<{ id: string; name: string }>(statement, [[...ids]])
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const holder = (await texts(kind.names, [holderId])).get(holderId) ?? holderId
  const named = (about: string | null, found: ReadonlyMap<string, string>): GrantNames => ({
    kind,
    holder,
    about,
    items: new Map(keys.map((key) => [key, found.get(key) ?? key])),
  })
  if (table === GRANTED.departRoles) return named(null, await texts(DEPART_ROLE_NAMES, keys))
  if (table === GRANTED.permissions || table === GRANTED.toDepart || table === GRANTED.toDepartRole)
    return named(
      null,
      await texts(
        `select p.id, case when p.menu_type = 2 then coalesce(m.name || '-', '') else '' end || p.name as name
         from platform.sys_permission p left join platform.sys_permission m on m.id = p.parent_id
         where p.id = any($1)`,
        keys,
      ),
    )
  if (table === GRANTED.tenantMembers)
    return named(
      null,
      await texts(
        `select k.key as id, case when split_part(k.key, ':', 1) = '${TENANT_MARKS.administrator}' then '管理员 ' else '' end || u.realname as name
         from unnest($1::text[]) as k(key) join platform.sys_user u on u.id = split_part(k.key, ':', 2)`,
        keys,
      ),
    )
  if (table === GRANTED.dataRules) {
    const menu = String(of.permissionId)
    const menus = await texts('select id, name from platform.sys_permission where id = any($1)', [menu])
    return named(
      menus.get(menu) ?? menu,
      await texts(
        'select id, rule_name as name from platform.sys_permission_data_rule where id = any($1)',
        keys,
      ),
    )
  }
  const form = documents.resolve(String(of.form))
  return named(
    form?.document.title ?? String(of.form),
    new Map(
      (form ? choicesOf(form) : []).map((choice) => [
        grantKey(choice),
        `${KINDS[choice.kind]} ${choice.title}`,
      ]),
    ),
  )
}

/** The right of those who may see what was granted by changes of the table. */
export const rightToGrants = (table: GrantTable): string => HOLDERS[table].right

/** A change of grants as the log tells it. */
export async function grantSentence(
  db: Pick<Pool | PoolClient, 'query'>,
  documents: Pick<Documents, 'resolve'>,
  set: GrantSet,
  before: readonly string[],
  after: readonly string[],
): Promise<string> {
  const keys = [...new Set([...before, ...after])]
  const { kind, holder, about, items } = await grantNames(db, documents, set, keys)
  const part = (word: string, keys: readonly string[]) => {
    if (keys.length === 0) return []
    const names = keys.slice(0, MAX_NAMES).map((key) => items.get(key) ?? key)
    return [`${word} ${names.join('、')}${keys.length > MAX_NAMES ? ` 等 ${keys.length} 项` : ''}`]
  }
  const parts = [
    ...part(
      '新增',
      after.filter((key) => !before.includes(key)),
    ),
    ...part(
      '取消',
      before.filter((key) => !after.includes(key)),
    ),
  ]
  const said = parts.length > 0 ? parts.join('；') : '没有变化'
  return `修改${kind.word}“${holder}”${about === null ? '' : `在“${about}”`}的${kind.granted}：${said}`
}
