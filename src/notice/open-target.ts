import type { Notice } from '#schemas/api/announcement.ts'
import { COMMENT_MESSAGE } from '#schemas/api/comment.ts'
import { QUERY_MESSAGE } from '#schemas/api/list-view.ts'
import type { MenuModel } from '../menu/menu-model.ts'
import { queryPath, recordPath } from '../menu/query-path.ts'

/** What opening a message leads to, besides reading it. */
export type OpenTarget =
  /** A record of a form. */
  | { kind: 'record'; form: string; id: string }
  /** A page of ours. */
  | { kind: 'page'; path: string }
  /** A page of the web, in a window of its own. */
  | { kind: 'web'; url: string }

const FORM_CODE = /^[a-z][a-z0-9_]*$/i

/** The page or record of a component message; null when it names nothing that could be opened. */
export function componentTarget(
  {
    openType,
    openPage,
    busType,
    busId,
  }: Pick<Notice, 'openType' | 'openPage' | 'busId'> & Partial<Pick<Notice, 'busType'>>,
  model: MenuModel,
): OpenTarget | null {
  if (openType !== 'component' || !openPage) return null
  const route = model.routes.find(({ component, path }) => component === openPage || path === openPage)
  if (busType === QUERY_MESSAGE && busId) return { kind: 'page', path: queryPath(model, openPage, busId) }
  if (busType === COMMENT_MESSAGE && busId) return { kind: 'page', path: recordPath(model, openPage, busId) }
  const form = route ? route.form : FORM_CODE.test(openPage) ? openPage : null
  if (form && busId) return { kind: 'record', form, id: busId }
  if (form && !route) return { kind: 'page', path: `/online/cgformList/${form}` }
  if (!route || route.path.includes(':')) return null
  return { kind: 'page', path: busId ? `${route.path}?busId=${encodeURIComponent(busId)}` : route.path }
}

/** Where the button of a message with a link goes; null for what is no address that a page may open. */
export function linkTarget({ openType, openPage }: Pick<Notice, 'openType' | 'openPage'>): OpenTarget | null {
  if (openType !== 'url' || !openPage) return null
  if (/^\/(?![/\\])/.test(openPage)) return { kind: 'page', path: openPage }
  if (!/^https?:\/\//i.test(openPage) || !URL.canParse(openPage)) return null
  const url = new URL(openPage)
  return url.origin === window.location.origin
    ? { kind: 'page', path: url.pathname + url.search + url.hash }
    : { kind: 'web', url: url.href }
}
