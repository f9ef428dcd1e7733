import { isLayout, VIEW_NAMES, type ViewName } from '#schemas/page/component-names.ts'
import { type OriginPage, originPageAt, originPageOf } from '#schemas/page/origin-pages.ts'

/** What stands behind a route. */
export type PageKind =
  | { kind: 'document'; code: string }
  | { kind: 'view'; view: ViewName }
  | { kind: 'frame'; url: string }
  | { kind: 'group' }
  /** A generated page of a kind that the application does not have yet. */
  | { kind: 'planned'; what: 'report' | 'chart' }
  | { kind: 'missing'; component: string }

/** What an entry of the menu says of its page. */
interface RouteTarget {
  path: string
  component: string
  form: string | null
  url: string | null
  redirect: string | null
}

/**
 * Decides how a route is drawn. Documents come first: a menu entry with a form needs no component. The address decides
 * where the component says nothing: entries of generated pages carry any text there.
 */
export function pageKindOf(
  { form, component, url }: Pick<RouteTarget, 'form' | 'component' | 'url'>,
  params: Readonly<Record<string, string>>,
  path: string,
): PageKind {
  if (form) return { kind: 'document', code: form }
  const named = originPageOf(component)
  if (named) return originPage(named, params, path)
  if (url && (component === 'layouts/IframePageView' || isLayout(component))) return { kind: 'frame', url }
  const view = VIEW_NAMES.find((name) => name === component)
  if (view) return { kind: 'view', view }
  const placed = originPageAt(path)
  if (placed) return originPage(placed, params, path)
  return isLayout(component) ? { kind: 'group' } : { kind: 'missing', component }
}

/**
 * How much there is behind a route: a page, a group (or another address to go to), nothing. Of several routes for one
 * address the one that shows most is taken.
 */
export function substanceOf(route: RouteTarget): number {
  const { kind } = pageKindOf(route, {}, route.path)
  if (kind === 'missing' || kind === 'planned') return 0
  return kind === 'group' || route.redirect ? 1 : 2
}

function originPage(page: OriginPage, params: Readonly<Record<string, string>>, path: string): PageKind {
  if (page !== 'form') return { kind: 'planned', what: page }
  const code = params.code ?? params.id ?? path.slice(path.lastIndexOf('/') + 1)
  return { kind: 'document', code: decoded(code) }
}

/** An address may hold the code encoded; a stray percent sign stays what it is. */
function decoded(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}
