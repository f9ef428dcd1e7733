import { createRegistry, type Widget, type WidgetRegistry } from '#renderer/index.ts'
import type { WidgetKind } from '#schemas/widget/index.ts'
import { catTree } from './cat_tree/index.ts'
import { checkbox } from './checkbox/index.ts'
import { code } from './code/index.ts'
import { color } from './color/index.ts'
import { cron } from './cron/index.ts'
import { date } from './date/index.ts'
import { datetime } from './datetime/index.ts'
import { file } from './file/index.ts'
import { hidden } from './hidden/index.ts'
import { icon } from './icon/index.ts'
import { image } from './image/index.ts'
import { linkDown } from './link_down/index.ts'
import { linkTable } from './link_table/index.ts'
import { linkTableField } from './link_table_field/index.ts'
import { list } from './list/index.ts'
import { listMulti } from './list_multi/index.ts'
import { markdown } from './markdown/index.ts'
import { number } from './number/index.ts'
import { password } from './password/index.ts'
import { pca } from './pca/index.ts'
import { popup } from './popup/index.ts'
import { popupDict } from './popup_dict/index.ts'
import { progress } from './progress/index.ts'
import { radio } from './radio/index.ts'
import { rate } from './rate/index.ts'
import { selDepart } from './sel_depart/index.ts'
import { selPosition } from './sel_position/index.ts'
import { selRole } from './sel_role/index.ts'
import { selSearch } from './sel_search/index.ts'
import { selTree } from './sel_tree/index.ts'
import { selUser } from './sel_user/index.ts'
import { slot } from './slot/index.ts'
import { switchWidget } from './switch/index.ts'
import { tags } from './tags/index.ts'
import { text } from './text/index.ts'
import { textarea } from './textarea/index.ts'
import { time } from './time/index.ts'
import { umeditor } from './umeditor/index.ts'

/** Every widget, by kind: the one list. A kind without a widget is a compile error. */
export const widgets = {
  text,
  textarea,
  number,
  list,
  list_multi: listMulti,
  radio,
  checkbox,
  switch: switchWidget,
  date,
  datetime,
  time,
  cron,
  password,
  hidden,
  sel_user: selUser,
  sel_depart: selDepart,
  popup,
  popup_dict: popupDict,
  link_table: linkTable,
  link_table_field: linkTableField,
  link_down: linkDown,
  pca,
  sel_tree: selTree,
  cat_tree: catTree,
  sel_search: selSearch,
  icon,
  markdown,
  rate,
  color,
  tags,
  progress,
  slot,
  sel_role: selRole,
  sel_position: selPosition,
  umeditor,
  file,
  image,
  code,
} satisfies { [K in WidgetKind]: Widget<K> }

/** The registry of all widgets. */
export function createWidgetRegistry(): WidgetRegistry {
  return createRegistry(Object.values(widgets))
}
