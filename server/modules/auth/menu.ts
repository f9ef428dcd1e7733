import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { WireAuth, WireMenuItem, WireRights } from '#schemas/api/auth.ts'
import type { Tables } from '../../database/tables.ts'
import type { UserRights } from '../../permission/permission-data.ts'

type Row = Awaited<ReturnType<typeof permissionRows>>[number]

const HTTP = /^https?:\/\/|^\{\{/

function permissionRows(db: Kysely<Tables>) {
  return db
    .selectFrom('sys_permission')
    .select([
      'id',
      'parent_id',
      'name',
      'url',
      'component',
      'component_name',
      'redirect',
      'menu_type',
      'perms',
      'perms_type',
      'always_show',
      'icon',
      'is_route',
      'keep_alive',
      'hidden',
      'internal_or_external',
      'form_code',
      'status',
    ])
    .where('del_flag', '=', 0)
    .orderBy('sort_no')
    .orderBy('name')
    .execute()
}

/** Answer of getUserPermissionByToken: the menu tree of the user, his buttons, all buttons. */
export async function wireRights(db: Kysely<Tables>, rights: UserRights): Promise<WireRights> {
  const rows = await permissionRows(db)
  const granted = (row: Row) => rights.isAdmin || rights.permissionIds.has(row.id)
  const buttons = rows.filter((row) => row.menu_type === 2 && row.perms)
  const auth = buttons.filter((row) => row.status === '1' && granted(row)).map(authOf)
  return {
    menu: menuTree(rows.filter((row) => row.menu_type !== 2 && granted(row))),
    auth,
    allAuth: buttons.map((row) => ({ ...authOf(row), status: row.status })),
    codeList: auth.map((entry) => entry.action),
    sysSafeMode: false,
  }
}

function authOf(row: Row): WireAuth {
  return { action: row.perms ?? '', type: row.perms_type ?? '1', describe: row.name }
}

function menuTree(rows: readonly Row[]): WireMenuItem[] {
  const children = new Map<string, Row[]>()
  const ids = new Set(rows.map((row) => row.id))
  for (const row of rows) {
    // An entry whose parent is not granted stands at the top rather than being lost.
    const parent = row.parent_id && ids.has(row.parent_id) ? row.parent_id : ''
    children.set(parent, [...(children.get(parent) ?? []), row])
  }
  const seen = new Set<string>()
  const build = (parent: string): WireMenuItem[] =>
    (children.get(parent) ?? []).flatMap((row) => {
      // A circle of parents must not hang the server.
      if (seen.has(row.id)) return []
      seen.add(row.id)
      return [itemOf(row, build(row.id))]
    })
  return build('')
}

function itemOf(row: Row, children: WireMenuItem[]): WireMenuItem {
  const url = row.url ?? ''
  const external = HTTP.test(url)
  return {
    id: row.id,
    path: external ? createHash('md5').update(url).digest('hex') : url,
    name: row.component_name || url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@'),
    component: row.component ?? '',
    route: row.is_route ? '1' : '0',
    ...(row.hidden ? { hidden: true as const } : {}),
    ...(row.always_show ? { alwaysShow: true as const } : {}),
    ...(row.redirect ? { redirect: row.redirect } : {}),
    meta: {
      title: row.name,
      ...(row.icon ? { icon: row.icon } : {}),
      keepAlive: row.keep_alive,
      internalOrExternal: row.internal_or_external,
      ...(row.component_name ? { componentName: row.component_name } : {}),
      ...(external ? { url } : {}),
      ...(row.form_code ? { form: row.form_code } : {}),
    },
    ...(children.length > 0 ? { children } : {}),
  }
}
