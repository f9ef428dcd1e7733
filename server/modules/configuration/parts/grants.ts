import { type Static, Type } from 'typebox'
import type { PartOfChange } from '../../role/granting.ts'
import { ADMIN_ROLE } from '../../role/role-rules.ts'
import { dataRules, heldFormGrants, heldPermissions } from '../../role/store.ts'
import { type MenuTree, menuTree } from '../menu-tree.ts'
import { MissingEntry } from '../missing-entry.ts'
import type { Part, PartContext, Take } from '../part.ts'
import { rolePart } from './roles.ts'

const words = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { uniqueItems: true })
const shape = Type.Object(
  {
    role: Type.String({ minLength: 1, maxLength: 64 }),
    /** Keys of menu entries and buttons. */
    permissions: words,
    /** Names of the data rules that narrow the role, by the key of their menu. */
    dataRules: Type.Optional(Type.Record(Type.String(), words)),
    /** Columns and row rules of forms, as `visible:price` or `row:own`. */
    forms: Type.Optional(Type.Record(Type.String(), words)),
  },
  { additionalProperties: false },
)
/** What a role is granted. */
type PackedGrants = Static<typeof shape>

/** Grants of the roles of the session's tenant. Taken in, a role holds exactly what the package says: neither less nor more. */
export const grantPart: Part<PackedGrants> = {
  kind: 'grants',
  title: '角色授权',
  shape,
  isShared: false,
  rights: { read: 'system:role:grant', take: ['system:role:grant'] },
  keyOf: ({ role }) => role,
  titleOf: ({ role }) => role,
  size: ({ permissions, dataRules: rules = {}, forms = {} }) =>
    1 + Math.ceil(permissions.length / 100) + Object.keys(rules).length + Object.keys(forms).length,

  comparable: ({ role, permissions, dataRules: rules = {}, forms = {} }) => ({
    role,
    permissions: asSet(permissions),
    dataRules: Object.fromEntries(Object.entries(rules).map(([menu, names]) => [menu, asSet(names)])),
    forms: Object.fromEntries(Object.entries(forms).map(([form, names]) => [form, asSet(names)])),
  }),

  // Each role has one entry of grants.
  names: rolePart.names,

  async read(context, keys) {
    const tree = await menuTree(context)
    const roles = await rolesOf(context, keys)
    const ids = roles.map(({ id }) => id)
    const [held, columns] = await Promise.all([heldOf(context, ids), columnsOf(context, ids)])
    return roles.map(({ id, code }) => ({
      role: code,
      ...packedHeld(held.get(id) ?? [], tree),
      ...packedColumns(columns.get(id) ?? []),
    }))
  },

  async faults(entries, context, all) {
    const here = new Set((await rolePartNames(context)).map(({ key }) => key))
    const given = all.get('roles')
    const faults = new Map<string, string>()
    for (const { role } of entries) {
      if (role === ADMIN_ROLE) faults.set(role, '管理员角色不能由配置包更改')
      else if (!here.has(role) && !given?.has(role))
        faults.set(role, `角色“${role}”既不在本系统中，也不在配置包中`)
    }
    return faults
  },

  async apply(entries, take) {
    const tree = await menuTree(take.context)
    for (const entry of entries) await take.at(grantPart.titleOf(entry), () => store(entry, tree, take))
  },
}

const rolePartNames = (context: PartContext) => grantPart.names(context)

const asSet = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '✓']))

interface Held {
  role: string
  permission: string
  rules: string[] | null
}

async function rolesOf({ db, session }: PartContext, keys: readonly string[] | null) {
  const { rows } = await db.query<{ id: string; code: string }>(
    `select id, role_code as code from platform.sys_role
     where tenant_id = $1 and role_code <> $2 and ($3::text[] is null or role_code = any($3::text[]))
     order by role_code collate "C"`,
    [session.tenantId, ADMIN_ROLE, keys],
  )
  return rows
}

/** Permissions by role, with the names of the data rules that narrow them. */
async function heldOf({ db }: PartContext, roles: readonly string[]): Promise<Map<string, Held[]>> {
  const { rows } = await db.query<Held>(
    `select rp.role_id as role, rp.permission_id as permission,
       array_agg(d.rule_name order by d.rule_name collate "C") filter (where d.id is not null) as rules
     from platform.sys_role_permission rp
     left join platform.sys_permission_data_rule d on d.permission_id = rp.permission_id
       and d.id = any(string_to_array(coalesce(rp.data_rule_ids, ''), ','))
     where rp.role_id = any($1::text[]) group by 1, 2`,
    [[...roles]],
  )
  return grouped(rows)
}

async function columnsOf({ db }: PartContext, roles: readonly string[]) {
  const { rows } = await db.query<{ role: string; form: string; names: string[] }>(
    `select role_id as role, form_code as form, array_agg(kind || ':' || key order by kind || ':' || key collate "C") as names
     from platform.form_grant where role_id = any($1::text[]) group by 1, 2`,
    [[...roles]],
  )
  return grouped(rows)
}

function grouped<T extends { role: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(row.role, [...(groups.get(row.role) ?? []), row])
  return groups
}

function packedHeld(
  held: readonly Held[],
  { byId }: MenuTree,
): Pick<PackedGrants, 'permissions' | 'dataRules'> {
  const known = held.flatMap(({ permission, rules }) => {
    const key = byId.get(permission)?.key
    return key === undefined ? [] : [{ key, rules }]
  })
  const narrowed = known.flatMap(({ key, rules }) => (rules ? [[key, rules] as const] : []))
  return {
    permissions: known.map(({ key }) => key).sort(),
    ...(narrowed.length > 0 ? { dataRules: Object.fromEntries(narrowed) } : {}),
  }
}

function packedColumns(columns: readonly { form: string; names: string[] }[]): Pick<PackedGrants, 'forms'> {
  return columns.length > 0
    ? { forms: Object.fromEntries(columns.map(({ form, names }) => [form, names])) }
    : {}
}

async function store(entry: PackedGrants, tree: MenuTree, take: Take): Promise<void> {
  const { context } = take
  const [role] = await rolesOf(context, [entry.role])
  if (!role) throw new MissingEntry('角色不在本系统中，请一并导入')
  const wanted = entry.permissions.map((key) => idOf(tree, key))
  await storePermissions(role.id, wanted, take)
  await storeRules(role.id, entry, tree, take)
  await storeColumns(role.id, entry, take)
}

function partOf({ together: { client, step } }: Take, left: readonly string[]): PartOfChange {
  return { client, left, afterCommit: step.afterCommit }
}

function idOf({ byKey }: MenuTree, key: string): string {
  const id = byKey.get(key)?.id
  if (id === undefined) throw new MissingEntry(`菜单或按钮“${key}”不在本系统中，请一并导入菜单`)
  return id
}

async function storePermissions(roleId: string, wanted: readonly string[], take: Take): Promise<void> {
  const { together, grants, requestId } = take
  const { client, session } = together
  const held = await heldPermissions(client, roleId)
  if (isSame(held, wanted)) return
  const change = { shown: held, wanted }
  await grants.changePermissions(session, roleId, change, requestId, partOf(take, held))
}

async function storeRules(roleId: string, entry: PackedGrants, tree: MenuTree, take: Take): Promise<void> {
  const { together, grants, requestId } = take
  const { client, session } = together
  const { rows } = await client.query<{ id: string }>(
    `select permission_id as id from platform.sys_role_permission where role_id = $1 and coalesce(data_rule_ids, '') <> ''`,
    [roleId],
  )
  const named = Object.entries(entry.dataRules ?? {}).map(([key, names]) => [idOf(tree, key), names] as const)
  const wanted = new Map<string, readonly string[]>([...rows.map(({ id }) => [id, []] as const), ...named])
  for (const [permission, names] of wanted) {
    const { rules, held } = await dataRules(client, roleId, permission)
    if (held === null) throw new MissingEntry(`数据规则所属的菜单“${keyOfId(tree, permission)}”未授予该角色`)
    const ids = names.map((name) => {
      const rule = rules.find(({ ruleName }) => ruleName === name)
      if (!rule) throw new MissingEntry(`菜单“${keyOfId(tree, permission)}”没有数据规则“${name}”`)
      return rule.id
    })
    if (!isSame(held, ids))
      await grants.setDataRules(session, roleId, permission, ids, requestId, partOf(take, held))
  }
}

const keyOfId = ({ byId }: MenuTree, id: string) => byId.get(id)?.key ?? id

async function storeColumns(roleId: string, entry: PackedGrants, take: Take): Promise<void> {
  const { together, grants, requestId, context } = take
  const { client, session } = together
  const { rows } = await client.query<{ form: string }>(
    'select distinct form_code as form from platform.form_grant where role_id = $1',
    [roleId],
  )
  const wanted = new Map<string, readonly string[]>([
    ...rows.map(({ form }) => [form, []] as const),
    ...Object.entries(entry.forms ?? {}),
  ])
  for (const [code, names] of wanted) {
    const held = await heldFormGrants(client, roleId, code)
    if (isSame(held, names)) continue
    const form = context.documents.resolve(code)
    if (!form) throw new MissingEntry(`表单“${code}”不在本系统中，请一并导入`)
    const body = { roleId, form: code, last: held, granted: [...names] }
    await grants.changeFormGrants(session, body, form, requestId, partOf(take, held))
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const set = new Set(other)
  return one.length === set.size && one.every((name) => set.has(name))
}
