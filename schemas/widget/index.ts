import type { Static } from 'typebox'
import { catTreeOptions } from './cat_tree.ts'
import { dateOptions } from './date.ts'
import { linkDownOptions } from './link_down.ts'
import { listOptions } from './list.ts'
import { noOptions } from './none.ts'
import { numberOptions } from './number.ts'
import { pcaOptions } from './pca.ts'
import { popupOptions } from './popup.ts'
import { selDepartOptions } from './sel_depart.ts'
import { selSearchOptions } from './sel_search.ts'
import { selTreeOptions } from './sel_tree.ts'
import { selUserOptions } from './sel_user.ts'
import { switchOptions } from './switch.ts'
import { textOptions } from './text.ts'
import { textareaOptions } from './textarea.ts'

/** Every widget kind a document may name, with the shape of its `options`. What else a kind is stands in `traits.ts`. */
export const widgetOptions = {
  text: textOptions,
  textarea: textareaOptions,
  number: numberOptions,
  list: listOptions,
  list_multi: listOptions,
  radio: noOptions,
  checkbox: noOptions,
  switch: switchOptions,
  date: dateOptions,
  datetime: noOptions,
  time: noOptions,
  password: noOptions,
  hidden: noOptions,
  sel_user: selUserOptions,
  sel_depart: selDepartOptions,
  popup: popupOptions,
  link_down: linkDownOptions,
  pca: pcaOptions,
  sel_tree: selTreeOptions,
  cat_tree: catTreeOptions,
  sel_search: selSearchOptions,
} as const

export type WidgetKind = keyof typeof widgetOptions
export type OptionsOf<K extends WidgetKind> = Static<(typeof widgetOptions)[K]>

/** Kinds of the specification that have no widget yet: a document may name them, the form offers a plain input. */
export const PLANNED_KINDS = [
  'file',
  'image',
  'umeditor',
  'markdown',
  'rate',
  'link_table',
  'link_table_field',
  'popup_dict',
  'list_sync',
] as const

/** True for a kind that a registered widget draws. */
export function isWidgetKind(kind: string): kind is WidgetKind {
  return Object.hasOwn(widgetOptions, kind)
}
