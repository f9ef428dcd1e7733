import type { MenuModel } from './menu-model.ts'

/** The address of a form's list at one of its saved queries. */
export function queryPath(model: Pick<MenuModel, 'routes'>, page: string, view: string): string {
  return `${listPath(model, page)}?view=${encodeURIComponent(view)}`
}

/** The address of the page of a form's record. */
export function recordPath(model: Pick<MenuModel, 'routes'>, page: string, id: string): string {
  return `${listPath(model, page)}?record=${encodeURIComponent(id)}`
}

/** The address of a form's list: that of the menu, where the menu has the list. */
function listPath({ routes }: Pick<MenuModel, 'routes'>, page: string): string {
  const route = routes.find(({ form, path }) => form === page && !path.includes(':'))
  return route?.path ?? `/online/cgformList/${encodeURIComponent(page)}`
}
