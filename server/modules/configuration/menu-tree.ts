import type { PartContext } from './part.ts'

export const BUTTON = 2

/** An entry of the menu with what tells it apart in every installation. */
export interface MenuRow {
  id: string
  /** A page: its address; a folder without one: its place and name; a button: its page and its code. */
  key: string
  /** Which one it is of those that nothing else tells apart, from 1. */
  nth: number
  parentId: string | null
  menuType: number
  name: string
  url: string | null
  perms: string | null
  component: string | null
  componentName: string | null
  redirect: string | null
  permsType: string | null
  sortNo: number | null
  alwaysShow: number
  icon: string | null
  isRoute: number
  keepAlive: number
  hidden: number
  hideTab: number
  internalOrExternal: number
  description: string | null
  status: string
  formCode: string | null
}

type Unplaced = Omit<MenuRow, 'key' | 'nth'>

/** The menu of this installation. */
export interface MenuTree {
  byKey: ReadonlyMap<string, MenuRow>
  byId: ReadonlyMap<string, MenuRow>
}

/** Reads the whole menu: keys come from the places of entries in it. */
export async function menuTree({ db }: PartContext): Promise<MenuTree> {
  const { rows } = await db.query<Unplaced>(
    `select id, nullif(parent_id, '') as "parentId", menu_type as "menuType", name, nullif(url, '') as url,
       nullif(perms, '') as perms, component, component_name as "componentName", redirect, perms_type as "permsType",
       sort_no as "sortNo", always_show as "alwaysShow", icon, is_route as "isRoute", keep_alive as "keepAlive", hidden,
       hide_tab as "hideTab", internal_or_external as "internalOrExternal", description, status, form_code as "formCode"
     from platform.sys_permission where del_flag = 0 order by sort_no nulls last, create_time, id`,
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  const byId = new Map<string, MenuRow>()
  const byKey = new Map<string, MenuRow>()
  const place = (row: Unplaced, above: ReadonlySet<string>): MenuRow => {
    const known = byId.get(row.id)
    if (known) return known
    const parent = row.parentId === null || above.has(row.parentId) ? undefined : stored.get(row.parentId)
    const parentKey = parent ? place(parent, new Set([...above, row.id])).key : null
    const placed = { ...row, ...unused(keyOf(row, parentKey), byKey) }
    byId.set(row.id, placed)
    byKey.set(placed.key, placed)
    return placed
  }
  for (const row of rows) place(row, new Set([row.id]))
  return { byKey, byId }
}

/** Key of an entry below another. */
export function keyOf(
  { menuType, url, name, perms }: Pick<MenuRow, 'menuType' | 'url' | 'name' | 'perms'>,
  parentKey: string | null,
): string {
  if (menuType === BUTTON) return buttonKey(parentKey ?? '', perms ?? name)
  return url ?? (parentKey === null ? name : `${parentKey} > ${name}`)
}

/** Key of a button by its page's. */
export function buttonKey(page: string, code: string): string {
  return `${page} # ${code}`
}

/** The key of the `nth` of entries that nothing else tells apart. */
export function countedKey(key: string, nth: number): string {
  return nth === 1 ? key : `${key} (${nth})`
}

function unused(key: string, taken: ReadonlyMap<string, unknown>): Pick<MenuRow, 'key' | 'nth'> {
  for (let nth = 1; ; nth++) {
    const one = countedKey(key, nth)
    if (!taken.has(one)) return { key: one, nth }
  }
}
