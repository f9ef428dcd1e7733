import type { ShownField } from '#schemas/compile/model.ts'

/** A column of the users as a list shows it. */
export const userField = (name: string, title: string, more: Partial<ShownField> = {}): ShownField => ({
  name,
  title,
  view: 'text',
  options: {},
  dict: null,
  dictKey: null,
  href: null,
  ...more,
})
