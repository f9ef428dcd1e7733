import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DictDocument } from '#schemas/page/dict.ts'
import type { MenuDocument } from '#schemas/page/menu.ts'
import type { Config } from '../../config.ts'
import type { Connections } from '../connection.ts'
import type { Tables } from '../tables.ts'
import { readFolderDocuments } from './document-folder.ts'
import { loadDictionaries } from './load-dictionaries.ts'
import { loadMenus } from './load-menus.ts'
import { DEPARTMENTS, FILL_RULES, ROLES, STAFF_ACTIONS, STAFF_FORMS } from './platform-data.ts'
import { stableId } from './stable-id.ts'

/** Number of the one tenant that exists at the beginning. */
export const FIRST_TENANT = 1

/** A user that was made just now, with the password to be told once. */
export interface NewUser {
  username: string
  realname: string
  password: string
  /** False where the password came from the configuration and need not be shown. */
  generated: boolean
}

export interface FirstDataOptions {
  config: Pick<Config, 'passwords' | 'exampleData'>
  dirs: readonly string[]
  hashPassword(password: string): Promise<string>
  warn(message: string): void
}

/** Loads what a working system needs: repeatable, one transaction. Answers the users that it made. */
export async function loadFirstData(connections: Connections, options: FirstDataOptions): Promise<NewUser[]> {
  const { config, dirs, warn } = options
  return connections.write.transaction().execute(async (trx) => {
    await loadDictionaries(trx, readFolderDocuments<DictDocument>(dirs, 'dict', warn))
    await loadMenus(trx, readFolderDocuments<MenuDocument>(dirs, 'menu', warn))
    await loadPlatform(trx)
    const made: NewUser[] = []
    const wanted = [
      {
        username: 'admin',
        realname: '系统管理员',
        role: 'admin',
        depart: 'A01',
        password: config.passwords.admin,
      },
      ...(config.exampleData
        ? [
            {
              username: 'staff',
              realname: '张晓雯',
              role: 'staff',
              depart: 'A01A02',
              password: config.passwords.staff,
            },
            {
              username: 'designer',
              realname: '李思远',
              role: 'designer',
              depart: 'A01A01',
              password: config.passwords.designer,
            },
          ]
        : []),
    ]
    for (const user of wanted) {
      const known = await trx
        .selectFrom('sys_user')
        .select('id')
        .where('username', '=', user.username)
        .executeTakeFirst()
      if (known) continue
      const password = user.password ?? randomBytes(12).toString('base64url')
      await insertUser(trx, { ...user, password: await options.hashPassword(password) })
      made.push({
        username: user.username,
        realname: user.realname,
        password,
        generated: user.password === null,
      })
    }
    return made
  })
}

async function insertUser(
  trx: Transaction<Tables>,
  user: { username: string; realname: string; role: string; depart: string; password: string },
): Promise<void> {
  const id = stableId('user', user.username)
  await trx
    .insertInto('sys_user')
    .values({
      id,
      username: user.username,
      realname: user.realname,
      password: user.password,
      org_code: user.depart,
      create_by: 'system',
    })
    .execute()
  await trx.insertInto('sys_user_tenant').values({ user_id: id, tenant_id: FIRST_TENANT }).execute()
  await trx
    .insertInto('sys_user_role')
    .values({
      id: stableId('user-role', user.username),
      user_id: id,
      role_id: stableId('role', user.role),
      tenant_id: FIRST_TENANT,
    })
    .execute()
  await trx
    .insertInto('sys_user_depart')
    .values({
      id: stableId('user-depart', user.username),
      user_id: id,
      dep_id: stableId('depart', user.depart),
    })
    .execute()
}

async function loadPlatform(trx: Transaction<Tables>): Promise<void> {
  await trx
    .insertInto('sys_tenant')
    .values({ id: FIRST_TENANT, name: '会展中心' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const isNew = !(await trx.selectFrom('sys_role').select('id').limit(1).executeTakeFirst())
  if (isNew) {
    await trx
      .insertInto('sys_depart')
      .values(
        DEPARTMENTS.map((depart, index) => ({
          id: stableId('depart', depart.code),
          parent_id: depart.code.length > 3 ? stableId('depart', depart.code.slice(0, -3)) : null,
          depart_name: depart.name,
          org_code: depart.code,
          org_category: depart.code.length > 3 ? '2' : '1',
          org_type: String(depart.code.length / 3),
          depart_order: index + 1,
          tenant_id: FIRST_TENANT,
        })),
      )
      .execute()
    await trx
      .insertInto('sys_role')
      .values(
        ROLES.map((role) => ({
          id: stableId('role', role.code),
          role_code: role.code,
          role_name: role.name,
          description: role.description,
          tenant_id: FIRST_TENANT,
        })),
      )
      .execute()
    await grantStaff(trx)
  }
  for (const rule of FILL_RULES)
    await trx
      .insertInto('sys_fill_rule')
      .values({
        id: stableId('fill-rule', rule.code),
        rule_code: rule.code,
        rule_name: rule.name,
        rule_class: rule.handler,
        rule_params: JSON.stringify(rule.params),
      })
      .onConflict((conflict) => conflict.column('rule_code').doNothing())
      .execute()
}

/** Staff see the exhibition pages and may change what they work on; the menu groups above come with them. */
async function grantStaff(trx: Transaction<Tables>): Promise<void> {
  const permissions = await trx
    .selectFrom('sys_permission')
    .select(['id', 'parent_id', 'perms', 'form_code'])
    .execute()
  const wanted = new Set<string>()
  const codes = new Set(
    STAFF_FORMS.flatMap((form) => STAFF_ACTIONS.map((action) => `online:${form}:${action}`)),
  )
  const byId = new Map(permissions.map((row) => [row.id, row]))
  for (const permission of permissions) {
    if (!permission.perms || !codes.has(permission.perms)) continue
    for (
      let row: typeof permission | undefined = permission;
      row;
      row = row.parent_id ? byId.get(row.parent_id) : undefined
    )
      wanted.add(row.id)
  }
  if (wanted.size === 0) return
  const role = stableId('role', 'staff')
  await trx
    .insertInto('sys_role_permission')
    .values(
      [...wanted].map((id) => ({
        id: stableId('grant', role, id),
        role_id: role,
        permission_id: id,
        data_rule_ids: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
