import { type Static, Type } from 'typebox'
import { usableForm } from '../../online-form/index.ts'
import { ADMIN_ROLE } from '../../role/role-rules.ts'
import type { Part, Take } from '../part.ts'

const shape = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 64 }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.Optional(Type.String({ maxLength: 255 })),
    secondFactor: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
type PackedRole = Static<typeof shape>

/** Roles of the session's tenant. The administrators' role is everywhere and holds everything. */
export const rolePart: Part<PackedRole> = {
  kind: 'roles',
  title: '角色',
  shape,
  isShared: false,
  rights: { read: 'system:role:list', take: ['system:role:add', 'system:role:edit'] },
  keyOf: ({ code }) => code,
  titleOf: ({ name, code }) => `${name}（${code}）`,
  size: () => 1,
  comparable: (role) => role,

  async names({ db, session }) {
    const { rows } = await db.query<{ key: string; title: string }>(
      `select role_code as key, role_name as title from platform.sys_role
       where tenant_id = $1 and role_code <> $2 order by role_code collate "C"`,
      [session.tenantId, ADMIN_ROLE],
    )
    return rows
  },

  async read({ db, session }, keys) {
    const { rows } = await db.query<PackedRole>(
      `select role_code as code, role_name as name, nullif(description, '') as description, second_factor = 1 as "secondFactor"
       from platform.sys_role where tenant_id = $1 and role_code <> $2 and ($3::text[] is null or role_code = any($3::text[]))
       order by role_code collate "C"`,
      [session.tenantId, ADMIN_ROLE, keys],
    )
    return rows.map(({ code, name, description, secondFactor }) => ({
      code,
      name,
      ...(description ? { description } : {}),
      ...(secondFactor ? { secondFactor } : {}),
    }))
  },

  async faults(entries) {
    return new Map(
      entries
        .filter(({ code }) => code === ADMIN_ROLE)
        .map(({ code }) => [code, '管理员角色不能由配置包更改']),
    )
  },

  async apply(entries, take) {
    for (const entry of entries) await take.at(rolePart.titleOf(entry), () => store(entry, take))
  },
}

async function store(entry: PackedRole, { context, together }: Take): Promise<void> {
  const { form } = usableForm(context.documents, 'sys_role')
  const { rows } = await context.db.query<{ id: string }>(
    'select id from platform.sys_role where tenant_id = $1 and role_code = $2',
    [context.session.tenantId, entry.code],
  )
  const row = {
    roleName: entry.name,
    roleCode: entry.code,
    description: entry.description ?? null,
    secondFactor: entry.secondFactor ? 1 : 0,
  }
  if (rows[0]) await together.update(form, { id: rows[0].id, ...row })
  else await together.insert(form, row)
}
