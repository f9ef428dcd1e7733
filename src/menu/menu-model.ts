import { matchPath } from 'react-router-dom'
import { isLayout } from '#schemas/page/component-names.ts'
import { isGenericTitle, originPageAt } from '#schemas/page/origin-pages.ts'
import { mayShowMenu } from '../session/permissions.ts'
import type { MenuItem } from '../session/wire.ts'
import { substanceOf } from './page-kind.ts'

/** A page that the server's menu (or the shell itself) makes reachable. */
export interface PageRoute {
  /** Pattern, e.g. `/online/cgformList/:code`. */
  path: string
  name: string
  title: string
  icon: string | null
  component: string
  /** Code of the form document that the entry names. */
  form: string | null
  /** Another path to go to instead. */
  redirect: string | null
  /** Address shown in a frame. */
  url: string | null
  keepAlive: boolean
  hidden: boolean
  /** Titles and paths of the groups above, outermost first. */
  parents: readonly { title: string; path: string }[]
  /** Children of a group, for its overview page. */
  children: readonly Pick<MenuNode, 'title' | 'path' | 'icon' | 'externalUrl'>[]
}

/** An entry of the side menu. */
export interface MenuNode {
  /**
   * Unique even where two entries share a path, and the same after the menu was put in another order: what is open in the
   * side menu is kept by it.
   */
  key: string
  title: string
  icon: string | null
  path: string
  /** Opens in a new window instead. */
  externalUrl: string | null
  children: readonly MenuNode[]
}

export interface MenuModel {
  tree: readonly MenuNode[]
  routes: readonly PageRoute[]
  /** The route of a path, with the parameters of its pattern. */
  find(path: string): { route: PageRoute; params: Readonly<Record<string, string>> } | null
}

/** Deeper menus are a fault of the data; they are cut. */
const MAX_DEPTH = 12

/**
 * Turns the server's menu into routes and into what the side menu shows. Never throws: a spoilt entry costs itself only,
 * and one that leads nowhere keeps no other from its address.
 */
export function buildMenuModel(
  items: readonly MenuItem[],
  permissions: ReadonlySet<string>,
  more: readonly PageRoute[] = [],
): MenuModel {
  const routes: PageRoute[] = []
  const seen = new Map<string, number>()
  const keys = new Set<string>()
  // Asked of every entry more than once, and read from names and addresses each time.
  const substances = new Map<PageRoute, number>()
  function substance(route: PageRoute): number {
    const known = substances.get(route) ?? substanceOf(route)
    substances.set(route, known)
    return known
  }

  function add(route: PageRoute): void {
    const at = seen.get(route.path)
    const known = at === undefined ? undefined : routes[at]
    if (at === undefined || known === undefined) {
      seen.set(route.path, routes.length)
      routes.push(route)
    } else if (substance(route) > substance(known)) routes[at] = route
  }

  /** By its id; by its place where the server names none, or names it twice. */
  function keyOf({ id }: MenuItem, place: string): string {
    const key = id === undefined || keys.has(`id:${id}`) ? place : `id:${id}`
    keys.add(key)
    return key
  }

  function build(
    list: readonly MenuItem[],
    parents: PageRoute['parents'],
    parentPath: string,
    keyPrefix: string,
    isHidden: boolean,
  ): MenuNode[] {
    if (parents.length > MAX_DEPTH) return []
    const nodes: MenuNode[] = []
    list.forEach((item, at) => {
      if (typeof item !== 'object' || item === null || !mayShowMenu(item, permissions)) return
      const place = absolute(String(item.path ?? ''), parentPath)
      const path = pathOf(place)
      const title = item.meta?.title || item.name || path
      const hidden = isHidden || item.hidden === true
      const key = keyOf(item, `${keyPrefix}${at}`)
      const below = build(item.children ?? [], [...parents, { title, path }], path, `${key}.`, hidden)
      const url = frameUrl(item)
      const isExternal = item.meta?.internalOrExternal === true && url !== null
      const icon = item.meta?.icon ?? null
      if (String(item.route ?? '1') !== '0' && !isExternal)
        add({
          path,
          name: item.name ?? '',
          title: isNamedByDocument(path, title) ? '' : title,
          icon,
          component: item.component ?? '',
          form: item.meta?.form ?? null,
          // An entry that is always shown leads to itself, not to one of its children.
          redirect: item.alwaysShow ? null : redirectOf(item, path),
          url,
          keepAlive: item.meta?.keepAlive === true,
          hidden,
          parents,
          children: below.map(({ title, path, icon, externalUrl }) => ({ title, path, icon, externalUrl })),
        })
      if (hidden) return
      const wasGroup = (item.children?.length ?? 0) > 0
      if (wasGroup && below.length === 0 && isLayout(item.component ?? '')) return
      nodes.push({ key, title, icon, path: place, externalUrl: isExternal ? url : null, children: below })
    })
    return nodes
  }

  const all = build(items, [], '', '', false)
  for (const route of more) add(route)
  const exact = new Map(routes.filter(({ path }) => !path.includes(':')).map((route) => [route.path, route]))
  const literals = ({ path }: PageRoute) => path.split('/').filter((part) => !part.startsWith(':')).length
  // Patterns that show something come first, then those that say more of the address.
  const patterns = routes
    .filter(({ path }) => path.includes(':'))
    .sort((left, right) => substance(right) - substance(left) || literals(right) - literals(left))

  const find: MenuModel['find'] = (path) => {
    const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
    const route = exact.get(bare) ?? exact.get(decoded(bare))
    if (route && substance(route) > 0) return { route, params: {} }
    for (const pattern of patterns) {
      if (route && substance(pattern) === 0) break
      const match = matchPath({ path: pattern.path, end: true }, bare)
      if (match) return { route: pattern, params: definedOf(match.params) }
    }
    return route ? { route, params: {} } : null
  }
  // An entry that is no route itself may lead to another one's page; one that leads nowhere is not offered.
  const leads = ({ path, externalUrl }: Pick<MenuNode, 'path' | 'externalUrl'>) =>
    externalUrl !== null || find(pathOf(path)) !== null
  for (const route of routes)
    Object.assign(route, { children: route.children.filter((child) => leads(child)) })
  return { tree: leading(all, leads), routes, find }
}

/** True where one entry stands for any form: the document behind the address says how the page is called. */
function isNamedByDocument(path: string, title: string): boolean {
  return originPageAt(path) === 'form' && (path.includes(':') || isGenericTitle(title))
}

/** The entries that lead somewhere, and the groups that hold any. */
function leading(nodes: readonly MenuNode[], leads: (node: MenuNode) => boolean): MenuNode[] {
  return nodes.flatMap((node) => {
    if (node.children.length === 0) return leads(node) ? [node] : []
    const children = leading(node.children, leads)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Id of the low-code app that a route belongs to, if it belongs to one. */
export function lowAppIdOf(found: ReturnType<MenuModel['find']>): string | null {
  return found?.route.name.startsWith('low-app') ? (found.params.appId ?? null) : null
}

/** An address without its query. */
function pathOf(address: string): string {
  return address.split(/[?#]/)[0] || '/'
}

/** An address has its Chinese letters and blanks encoded, a menu has not; a stray percent sign stays what it is. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function absolute(path: string, parent: string): string {
  const joined = path.startsWith('/') ? path : `${parent}/${path}`
  return joined.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
}

function redirectOf(item: MenuItem, path: string): string | null {
  const target = item.redirect
  return target?.startsWith('/') && target !== path ? target : null
}

function frameUrl(item: MenuItem): string | null {
  const url = item.meta?.url ?? ''
  return url !== '' && /^(https?:\/\/|\/|\{\{)/i.test(url) ? url : null
}

function definedOf(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/**
 * Follows redirects of the menu. A path that leads into a circle stays where it is: anywhere else in the circle would lead
 * on, for ever.
 */
export function followRedirects(model: MenuModel, path: string): string {
  const passed = new Set<string>()
  let current = path
  for (;;) {
    passed.add(current)
    const next = model.find(current)?.route.redirect
    // The target may not have been granted to this user.
    if (!next || !model.find(pathOf(next))) return current
    if (passed.has(next)) return path
    current = next
  }
}

/**
 * Keys of the entries on the way to the one that an address (path and query) belongs to, outermost first; empty when none
 * does. Entries of one page may differ in their query only.
 */
export function activeKeys(model: MenuModel, address: string): readonly string[] {
  const path = pathOf(address)
  const route = model.find(path)?.route
  const exact =
    way(model.tree, (node) => node.path === address) ?? way(model.tree, (node) => node.path === path)
  if (exact) return exact
  return (route && way(model.tree, (node) => pathOf(node.path) === route.path)) ?? []
}

function way(nodes: readonly MenuNode[], is: (node: MenuNode) => boolean): string[] | null {
  for (const node of nodes) {
    const below = way(node.children, is)
    if (below) return [node.key, ...below]
    if (is(node)) return [node.key]
  }
  return null
}
