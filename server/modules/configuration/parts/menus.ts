import { scopeOf } from '../../../language.ts'
import { byName } from '../differences.ts'
import { textsFor, textsOf } from '../kept-texts.ts'
import { BUTTON, countedKey, type MenuRow, type MenuTree, menuTree } from '../menu-tree.ts'
import {
  type Button,
  codeOf,
  keyBefore,
  menuKey,
  menuShape,
  type PackedMenu,
  type Rule,
  tidy,
} from '../packed-menu.ts'
import type { Part, PartContext } from '../part.ts'
import { storeMenu } from '../store-menu.ts'

/** Entries of the menu. Buttons and data rules that only this installation has stay: roles may hold them. */
export const menuPart: Part<PackedMenu> = {
  kind: 'menus',
  title: '菜单',
  shape: menuShape,
  isShared: true,
  rights: { read: 'system:permission:list', take: ['system:permission:add', 'system:permission:edit'] },
  keyOf: menuKey,
  titleOf: (entry) =>
    entry.path ? `${entry.title}（${entry.path}）` : countedKey(entry.title, entry.nth ?? 1),
  size: ({ buttons = [], dataRules = [] }) => 1 + buttons.length + dataRules.length,
  comparable: ({ buttons = [], dataRules = [], ...entry }) => ({
    ...entry,
    buttons: byName(buttons, codeOf),
    dataRules: byName(dataRules, ({ title }) => title),
  }),
  keeps: ([first, , third, fourth]) =>
    ((first === 'buttons' || first === 'dataRules') && third === undefined) ||
    (first === 'texts' && fourth === undefined),

  async names(context) {
    const { byKey } = await menuTree(context)
    return [...byKey.values()]
      .filter(({ menuType }) => menuType !== BUTTON)
      .map(({ key, name, url }) => ({ key, title: url ? `${name}（${url}）` : key }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
  },

  read: async (context, keys) => packed(await menuTree(context), context, keys),

  async faults(entries, context, all) {
    const { documents } = context
    const { byKey } = await menuTree(context)
    const given = all.get('menus')
    const named = new Set([...(all.get('forms')?.keys() ?? []), ...(all.get('pages')?.keys() ?? [])])
    const faults = new Map<string, string>()
    for (const entry of entries) {
      const { form } = entry
      if (form && !documents.resolve(form) && !documents.page(form)?.document && !named.has(form))
        faults.set(menuKey(entry), `表单或组合页面“${form}”既不在本系统中，也不在配置包中`)
      const { parent } = entry
      if (parent !== undefined && !byKey.has(parent) && !given?.has(parent))
        faults.set(menuKey(entry), `上级菜单“${parent}”既不在本系统中，也不在配置包中`)
      const before = keyBefore(entry)
      if (before !== null && !byKey.has(before) && !given?.has(before))
        faults.set(menuKey(entry), `同名的菜单“${before}”既不在本系统中，也不在配置包中`)
    }
    return faults
  },

  async apply(entries, take) {
    const ids = new Map([...(await menuTree(take.context)).byKey].map(([key, { id }]) => [key, id]))
    const known = await menuPart.read(take.context, entries.map(menuKey))
    const here = new Map(known.map((one) => [menuKey(one), one]))
    for (const entry of parentsFirst(entries))
      await take.at(menuPart.titleOf(entry), () =>
        storeMenu(entry, here.get(menuKey(entry)) ?? null, ids, take),
      )
  },
}

async function packed(
  { byKey, byId }: MenuTree,
  context: PartContext,
  keys: readonly string[] | null,
): Promise<PackedMenu[]> {
  const wanted = [...(keys ?? byKey.keys())].flatMap((key) => byKey.get(key) ?? [])
  const pages = wanted.filter(({ menuType }) => menuType !== BUTTON)
  const { rows } = await context.db.query<Rule & { menu: string }>(
    `select permission_id as menu, rule_name as title, rule_column as field, rule_conditions as condition,
       rule_value as value, status <> '1' as disabled
     from platform.sys_permission_data_rule where permission_id = any($1::text[]) order by rule_name collate "C", id`,
    [pages.map(({ id }) => id)],
  )
  const texts = (await textsOf(context, [scopeOf.menu])).get(scopeOf.menu)
  const buttonsOf = groupBy(
    [...byId.values()].filter(({ menuType }) => menuType === BUTTON),
    ({ parentId }) => parentId ?? '',
  )
  const rulesOf = groupBy(rows, ({ menu }) => menu)
  return pages
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map((row) => {
      const buttons = (buttonsOf.get(row.id) ?? []).map(packedButton)
      const rules = (rulesOf.get(row.id) ?? []).map(({ menu: _, ...one }) => tidy(one))
      const own = textsFor(texts, new Set([row.name, ...buttons.map(({ title }) => title)]))
      return tidy<PackedMenu>({
        title: row.name,
        ...(row.parentId === null ? {} : { parent: byId.get(row.parentId)?.key }),
        nth: row.nth === 1 ? undefined : row.nth,
        path: row.url ?? undefined,
        form: row.formCode ?? undefined,
        component: row.component ?? undefined,
        componentName: row.componentName ?? undefined,
        redirect: row.redirect ?? undefined,
        permission: row.perms ?? undefined,
        icon: row.icon ?? undefined,
        order: row.sortNo ?? undefined,
        notRoute: row.isRoute === 0,
        hidden: row.hidden === 1,
        hideTab: row.hideTab === 1,
        keepAlive: row.keepAlive === 1,
        alwaysShow: row.alwaysShow === 1,
        external: row.internalOrExternal === 1,
        description: row.description ?? undefined,
        ...(buttons.length > 0 ? { buttons: buttons.sort((a, b) => (codeOf(a) < codeOf(b) ? -1 : 1)) } : {}),
        ...(rules.length > 0 ? { dataRules: rules } : {}),
        texts: own,
      })
    })
}

function packedButton(row: MenuRow): Button {
  return tidy<Button>({
    title: row.name,
    permission: row.perms ?? undefined,
    order: row.sortNo ?? undefined,
    permsType: row.permsType === '1' ? undefined : (row.permsType ?? undefined),
    status: row.status === '1' ? undefined : row.status,
    description: row.description ?? undefined,
  })
}

function groupBy<T>(list: readonly T[], keyOfOne: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const group = groups.get(keyOfOne(one))
    if (group) group.push(one)
    else groups.set(keyOfOne(one), [one])
  }
  return groups
}

/** Entries in an order in which each finds the one above it and the one counted before it. */
function parentsFirst(entries: readonly PackedMenu[]): PackedMenu[] {
  const byKey = new Map(entries.map((one) => [menuKey(one), one]))
  const done = new Set<PackedMenu>()
  const add = (entry: PackedMenu) => {
    if (done.has(entry)) return
    // Before the one above is looked at: a circle of entries must end, and is refused by the first that finds no parent.
    waiting.add(entry)
    for (const key of [entry.parent, keyBefore(entry)]) {
      const first = key ? byKey.get(key) : undefined
      if (first && !waiting.has(first)) add(first)
    }
    done.add(entry)
  }
  const waiting = new Set<PackedMenu>()
  for (const entry of entries) add(entry)
  return [...done]
}
