import type { MenuModel } from './menu-model.ts'

/** The address of a form's list at one of its saved queries: that of the menu, where the menu has the list. */
export function queryPath({ routes }: Pick<MenuModel, 'routes'>, page: string, view: string): string {
  const route = routes.find(({ form, path }) => form === page && !path.includes(':'))
  return `${route?.path ?? `/online/cgformList/${encodeURIComponent(page)}`}?view=${encodeURIComponent(view)}`
}
