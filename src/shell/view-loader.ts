import type { ComponentType } from 'react'
import { untilLoaded } from '#renderer/index.ts'
import { loadChunk } from './load-chunk.ts'
import type { PageRoute } from './menu-model.ts'
import { isLayout } from './menu-model.ts'

/** What a hand-written page is given. */
export interface PageProps {
  route: PageRoute
  params: Readonly<Record<string, string>>
}

/** Hand-written pages by the component name that a menu entry carries. */
const VIEWS: Readonly<Record<string, () => Promise<{ default: ComponentType<PageProps> }>>> = {
  'shell/Welcome': () => import('../pages/welcome/WelcomePage.tsx'),
  'system/SysUserOnlineList': () => import('../pages/online-user/OnlineUserPage.tsx'),
  'system/UserAnnouncementList': () => import('../notice/MyNoticesPage.tsx'),
  'system/SysAnnouncementList': () => import('../notice/AnnouncementListPage.tsx'),
  'online/Gallery': () => import('../pages/gallery/GalleryPage.tsx'),
}

/** A menu names a view that does not exist. */
export class ViewNotFound extends Error {
  readonly code = 'MODULE_NOT_FOUND'
  readonly view: string
  constructor(view: string) {
    super(`Cannot find module '${view}'`)
    this.name = 'ViewNotFound'
    this.view = view
  }
}

/** Loads the page of a component name. */
export async function loadView(view: string): Promise<{ default: ComponentType<PageProps> }> {
  const load = Object.hasOwn(VIEWS, view) ? VIEWS[view] : undefined
  if (!load) throw new ViewNotFound(view)
  return loadChunk(() => untilLoaded(load))
}

/** True when a hand-written page has this name. */
export function hasView(view: string): boolean {
  return Object.hasOwn(VIEWS, view)
}

/** Generic pages of online forms: the document's code is the last part of the address. */
const FORM_PAGES =
  /^(modules\/)?online\/cgform\/auto\/(OnlCgformAutoList|OnlCgformTreeList|tree\/OnlCgformTreeList|erp\/OnlCgformErpList|innerTable\/OnlCgformInnerTableList|tab\/OnlCgformTabList|OnlCgformCopyList)$/

/** What stands behind a route. */
export type PageKind =
  | { kind: 'document'; code: string }
  | { kind: 'view'; view: string }
  | { kind: 'frame'; url: string }
  | { kind: 'group' }
  | { kind: 'missing'; component: string }

/** Decides how a route is drawn. Documents come first: a menu entry with a form needs no component. */
export function pageKindOf(
  route: PageRoute,
  params: Readonly<Record<string, string>>,
  path: string,
): PageKind {
  if (route.form) return { kind: 'document', code: route.form }
  if (FORM_PAGES.test(route.component))
    return {
      kind: 'document',
      code: decoded(params.code ?? path.slice(path.lastIndexOf('/') + 1)),
    }
  if (route.url && (route.component === 'layouts/IframePageView' || isLayout(route.component)))
    return { kind: 'frame', url: route.url }
  if (hasView(route.component)) return { kind: 'view', view: route.component }
  if (isLayout(route.component)) return { kind: 'group' }
  return { kind: 'missing', component: route.component }
}

/** An address may hold the code encoded; a stray percent sign stays what it is. */
function decoded(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}
