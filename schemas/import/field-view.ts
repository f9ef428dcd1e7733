import { isWidgetKind } from '../widget/index.ts'
import type { Notes } from './import-note.ts'

/** Names of widgets in other versions and screens of the platform. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '': 'text',
  input: 'text',
  string: 'text',
  integer: 'number',
  inputnumber: 'number',
  select: 'list',
  list_sync: 'list',
  select_multi: 'list_multi',
  select_multiple: 'list_multi',
  select_search: 'sel_search',
  date_year: 'date',
  date_month: 'date',
  date_week: 'date',
  date_quarter: 'date',
  datepicker: 'date',
  upload: 'file',
  input_pop: 'textarea',
  sel_search_async: 'sel_search',
  ueditor: 'umeditor',
  editor: 'umeditor',
  tree: 'sel_tree',
}
const PICKERS: Readonly<Record<string, string>> = {
  date_year: 'year',
  date_month: 'month',
  date_week: 'week',
  date_quarter: 'quarter',
}

/** The widget kind for a name of the definition, and the date precision that some names carry. */
export function fieldView(field: string, written: string, notes: Notes): { view: string; picker?: string } {
  const name = written.toLowerCase()
  if (isWidgetKind(name)) return { view: name }
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined
  if (other !== undefined) {
    const picker = Object.hasOwn(PICKERS, name) ? PICKERS[name] : undefined
    return picker ? { view: other, picker } : { view: other }
  }
  notes.add(field, `控件 "${written}"`, '未知的控件，名称保留')
  return { view: written }
}
