import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { rightsPrefix } from '#schemas/compile/action-code.ts'
import type { Config } from '../../config.ts'
import type { Connections } from '../connection.ts'
import type { Tables } from '../tables.ts'
import { type FolderOptions, readDictionaries, readMenus } from './document-folder.ts'
import { writeExampleAnnouncements } from './example-announcements.ts'
import { makeExampleData, writeExampleData } from './example-data.ts'
import { loadDictionaries } from './load-dictionaries.ts'
import { loadMenus } from './load-menus.ts'
import { loadTexts } from './load-texts.ts'
import {
  ADMIN,
  DEPARTMENTS,
  EXAMPLE_USERS,
  FILL_RULES,
  FIRST_DATA_AUTHOR,
  FIRST_TENANT_NAME,
  ROLE_PERMISSIONS,
  ROLES,
  ROW_GRANTS,
} from './platform-data.ts'
import { stableId } from './stable-id.ts'
import { FIRST_TENANT } from './tenant.ts'

/** Written once the first start is complete; its value says whether example data was loaded. */
const FIRST_START = 'first_start'

/** A user that was made just now, with the password to be told once. */
export interface NewUser {
  username: string
  realname: string
  password: string
  /** False where the password came from the configuration and need not be shown. */
  generated: boolean
}

export interface FirstDataOptions extends FolderOptions {
  config: Pick<Config, 'passwords' | 'exampleData'>
  hashPassword(password: string): Promise<string>
  /** Tells the first users' passwords. Called before the commit: a kill in between must not lose them. */
  announce(users: readonly NewUser[]): void
}

/**
 * Loads what a working system needs: repeatable, one transaction. Users and example rows are made at the first start
 * only, so that what is deleted later stays deleted. Answers true at the first start.
 */
export async function loadFirstData(connections: Connections, options: FirstDataOptions): Promise<boolean> {
  const isFirst = await connections.write.transaction().execute(async (trx) => {
    // Two processes that start on one database take turns.
    await sql`select pg_advisory_xact_lock(hashtext('expo first data'))`.execute(trx)
    await loadFolderData(trx, options)
    await loadPlatform(trx, grantedByDocuments(options))
    const known = await trx
      .selectFrom('setting')
      .select('value')
      .where('name', '=', FIRST_START)
      .executeTakeFirst()
    if (known) return false
    const users = await makeUsers(trx, options)
    if (options.config.exampleData) {
      await writeExampleData(trx, makeExampleData())
      await writeExampleAnnouncements(trx)
    }
    await trx
      .insertInto('setting')
      .values({ name: FIRST_START, value: options.config.exampleData ? 'with examples' : 'empty' })
      .execute()
    options.announce(users)
    return true
  })
  // Fresh tables have no statistics: the first pages would be planned blindly.
  if (isFirst) await sql`analyze`.execute(connections.write)
  return isFirst
}

/** Brings dictionaries and menus into line with the folders' documents. */
export async function loadFolderData(trx: Transaction<Tables>, options: FolderOptions): Promise<void> {
  const dictionaries = readDictionaries(options)
  const menus = readMenus(options)
  await loadDictionaries(trx, dictionaries)
  await loadTexts(trx, [...dictionaries.sound, ...menus.sound])
  const { forms, pages } = options.references?.() ?? {}
  await loadMenus(trx, menus, (code) => {
    // A composite page is opened by who may list what is chosen from.
    const form = pages?.get(code) ?? code
    return rightsPrefix(forms?.get(form) ?? { code: form })
  })
}

/** Permission codes that form documents grant at the first start, by role. */
function grantedByDocuments({ references }: FolderOptions): ReadonlyMap<string, readonly string[]> {
  const granted = new Map<string, string[]>()
  for (const document of references?.().forms?.values() ?? [])
    for (const [role, actions] of Object.entries(document.grant ?? {}))
      granted.set(role, [
        ...(granted.get(role) ?? []),
        ...actions.map((action) => `${rightsPrefix(document)}:${action}`),
      ])
  return granted
}

async function makeUsers(
  trx: Transaction<Tables>,
  { config, hashPassword }: FirstDataOptions,
): Promise<NewUser[]> {
  const made: NewUser[] = []
  for (const user of config.exampleData ? [ADMIN, ...EXAMPLE_USERS] : [ADMIN]) {
    const known = await trx
      .selectFrom('sys_user')
      .select('id')
      .where('username', '=', user.username)
      .executeTakeFirst()
    if (known) continue
    const given = config.passwords[user.username]
    const password = given ?? randomBytes(12).toString('base64url')
    await insertUser(trx, { ...user, password: await hashPassword(password) })
    made.push({ username: user.username, realname: user.realname, password, generated: given === null })
  }
  return made
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
      create_by: FIRST_DATA_AUTHOR,
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

async function loadPlatform(
  trx: Transaction<Tables>,
  granted: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  await trx
    .insertInto('sys_tenant')
    .values({ id: FIRST_TENANT, name: FIRST_TENANT_NAME })
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
    for (const { code } of ROLES)
      await grant(trx, code, [...(ROLE_PERMISSIONS[code] ?? []), ...(granted.get(code) ?? [])])
    await trx
      .insertInto('form_grant')
      .values(
        ROW_GRANTS.map(({ role, form, rule }) => ({
          role_id: stableId('role', role),
          form_code: form,
          kind: 'row' as const,
          key: rule,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
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

/** Gives a role permissions by their codes; the menu groups above them come with them. */
async function grant(
  trx: Transaction<Tables>,
  roleCode: string,
  permissionCodes: readonly string[],
): Promise<void> {
  const permissions = await trx
    .selectFrom('sys_permission')
    .select(['id', 'parent_id', 'perms', 'form_code'])
    .execute()
  const wanted = new Set<string>()
  const codes = new Set(permissionCodes)
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
  const role = stableId('role', roleCode)
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
