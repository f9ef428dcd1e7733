import type { Static } from 'typebox'
import { catTreeOptions } from './cat_tree.ts'
import { codeOptions } from './code.ts'
import { colorOptions } from './color.ts'
import { dateOptions } from './date.ts'
import { fileOptions } from './file.ts'
import { iconOptions } from './icon.ts'
import { linkDownOptions } from './link_down.ts'
import { linkTableOptions } from './link_table.ts'
import { linkTableFieldOptions } from './link_table_field.ts'
import { listOptions } from './list.ts'
import { markdownOptions } from './markdown.ts'
import { noOptions } from './none.ts'
import { numberOptions } from './number.ts'
import { pcaOptions } from './pca.ts'
import { popupOptions } from './popup.ts'
import { popupDictOptions } from './popup_dict.ts'
import { rateOptions } from './rate.ts'
import { selDepartOptions } from './sel_depart.ts'
import { selPositionOptions } from './sel_position.ts'
import { selRoleOptions } from './sel_role.ts'
import { selSearchOptions } from './sel_search.ts'
import { selTreeOptions } from './sel_tree.ts'
import { selUserOptions } from './sel_user.ts'
import { slotOptions } from './slot.ts'
import { switchOptions } from './switch.ts'
import { tagsOptions } from './tags.ts'
import { textOptions } from './text.ts'
import { textareaOptions } from './textarea.ts'
import { umeditorOptions } from './umeditor.ts'

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
  cron: noOptions,
  password: noOptions,
  hidden: noOptions,
  sel_user: selUserOptions,
  sel_depart: selDepartOptions,
  popup: popupOptions,
  popup_dict: popupDictOptions,
  link_table: linkTableOptions,
  link_table_field: linkTableFieldOptions,
  link_down: linkDownOptions,
  pca: pcaOptions,
  sel_tree: selTreeOptions,
  cat_tree: catTreeOptions,
  sel_search: selSearchOptions,
  icon: iconOptions,
  markdown: markdownOptions,
  rate: rateOptions,
  color: colorOptions,
  sel_role: selRoleOptions,
  sel_position: selPositionOptions,
  umeditor: umeditorOptions,
  file: fileOptions,
  image: fileOptions,
  code: codeOptions,
  tags: tagsOptions,
  progress: noOptions,
  slot: slotOptions,
} as const

export type WidgetKind = keyof typeof widgetOptions
export type OptionsOf<K extends WidgetKind> = Static<(typeof widgetOptions)[K]>

/** True for a kind that a registered widget draws. */
export function isWidgetKind(kind: string): kind is WidgetKind {
  return Object.hasOwn(widgetOptions, kind)
}
