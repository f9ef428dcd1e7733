import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { WireAuth, WireMenuItem, WireRights } from '#schemas/api/auth.ts'
import type { Tables } from '../../database/tables.ts'
import { forest } from '../../forest.ts'
import { reader, scopeOf } from '../../language.ts'
import { countsIn } from '../../permission/may.ts'
import type { UserRights } from '../../permission/permission-data.ts'
import { homePageOf } from './home-page.ts'
import type { MenuEntries, MenuEntry } from './menu-entries.ts'

const HTTP = /^https?:\/\/|^\{\{/

/** Where the menu comes from. */
export interface MenuParts {
  read: Kysely<Tables>
  entries: MenuEntries
}

/** Answer of getUserPermissionByToken: the user's menu tree, the user's buttons, all buttons. */
export async function wireRights(
  { read, entries }: MenuParts,
  rights: UserRights,
  tenantId: number,
): Promise<WireRights> {
  const rows = await entries()
  const granted = (row: MenuEntry) =>
    countsIn(tenantId, row.perms ?? '') && (rights.isAdmin || rights.permissionIds.has(row.id))
  const buttons = rows.filter((row) => row.menu_type === 2 && row.perms)
  const auth = buttons.filter((row) => row.status === '1' && granted(row)).map(authOf)
  const pages = rows.filter((row) => row.menu_type !== 2 && granted(row))
  const addresses = new Set(pages.flatMap(({ url, is_route }) => (url && is_route ? [url] : [])))
  const homePath = await homePageOf(read, rights, tenantId, addresses)
  return {
    // An entry whose parent is not granted stands at the top rather than being lost.
    menu: forest(pages, { id: (row) => row.id, parent: (row) => row.parent_id }, itemOf),
    ...(homePath === null ? {} : { homePath }),
    auth,
    allAuth: buttons.map((row) => ({ ...authOf(row), status: row.status })),
    codeList: auth.map((entry) => entry.action),
    sysSafeMode: false,
  }
}

function authOf(row: MenuEntry): WireAuth {
  return {
    action: row.perms ?? '',
    type: row.perms_type ?? '1',
    describe: reader().word(scopeOf.menu, row.name),
  }
}

/** Items of entries without those below, made once for each state of their texts. */
const items = new WeakMap<MenuEntry, { texts: string; item: WireMenuItem }>()

function itemOf(row: MenuEntry, children: WireMenuItem[]): WireMenuItem {
  const { language, version } = reader()
  const texts = `${language} ${version}`
  let known = items.get(row)
  if (known?.texts !== texts) {
    known = { texts, item: newItem(row) }
    items.set(row, known)
  }
  return children.length > 0 ? { ...known.item, children } : known.item
}

function newItem(row: MenuEntry): WireMenuItem {
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
      title: reader().word(scopeOf.menu, row.name),
      ...(row.icon ? { icon: row.icon } : {}),
      keepAlive: row.keep_alive === 1,
      internalOrExternal: row.internal_or_external === 1,
      ...(row.component_name ? { componentName: row.component_name } : {}),
      ...(external ? { url } : {}),
      ...(row.form_code ? { form: row.form_code } : {}),
    },
  }
}
