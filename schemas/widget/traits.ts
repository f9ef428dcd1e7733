import type { PLANNED_KINDS, WidgetKind } from './index.ts'
import type { LinkDownOptions } from './link_down.ts'
import type { SelDepartOptions } from './sel_depart.ts'
import type { SelTreeOptions } from './sel_tree.ts'
import type { SelUserOptions } from './sel_user.ts'

/**
 * Where the choices of a kind come from: the property's `dict`; a table that the server looks up under `form.field`;
 * the users or departments of the platform; the rows of a report or form; the areas, which every side knows; two values.
 */
export type ChoiceOrigin = 'dict' | 'table' | 'platform' | 'report' | 'areas' | 'onOff'

/** The table that a kind's options name; `tree` where its rows are asked for level by level. */
export interface NamedTable {
  table: string | undefined
  text: string
  value: string
  tree?: { pidField: string; hasChildField?: string | undefined }
  /** Parent value of the topmost nodes; it names no record. */
  root?: string
}

/** What compiler, server and renderer ask of a kind instead of its name. Whatever is not said is not so. */
export interface WidgetTraits {
  /** In the record, but not in the form, the list or the grid. */
  hidden?: true
  /** Never leaves the server: not sent, searched, listed or logged. */
  secret?: true
  /** A line as it was typed: searched by any part of it, and fit to name a record. */
  plainText?: true
  /** Takes the whole width of a form, has no place in a list, and is stored without limit where the document gives none. */
  longText?: true
  /** Characters of the column where the document gives no length; lists outgrow the default quickly. */
  length?: number
  /** Holds numbers. */
  numeric?: true
  /** Holds texts only: the property's `type` must be `string`. */
  alwaysText?: true
  /** Holds a day, a moment or a time of day. */
  calendar?: 'date' | 'datetime' | 'time'
  choices?: ChoiceOrigin
  /** Asks the server while the user types, so that its dictionary is not sent with the page. */
  searches?: true
  /** The table that the options (or the kind itself) name. */
  table?(options: Readonly<Record<string, unknown>>): NamedTable
  /** Options that name columns of that table. */
  tableColumns?: readonly string[]
  /** Options without which there is nothing to offer. */
  needs?: readonly string[]
  /** The option that names the fields of the same record that a choice fills. */
  fills?: 'destFields' | 'linkField' | 'textField'
  /** What it fills are its own further levels, with choices of the same table. */
  chain?: true
  /** Several values joined by commas: always, or unless its options say otherwise. */
  several?: 'always' | 'unlessSaid'
  /** The option that says whether there are several, where it is not `multiSelect`. */
  severalOption?: 'popupMulti'
  /** Offered in a query bar as this kind. */
  filterAs?: WidgetKind
}

type Kind = WidgetKind | (typeof PLANNED_KINDS)[number]

const LIST_LENGTH = 1000

/** Every kind with its traits: the one place that says what a kind is. Drawing it is `widgets/<kind>`. */
const TRAITS: { readonly [K in Kind]: WidgetTraits } = {
  text: { plainText: true },
  textarea: { longText: true, alwaysText: true, filterAs: 'text' },
  number: { numeric: true },
  list: { choices: 'dict' },
  list_multi: { choices: 'dict', several: 'always', length: LIST_LENGTH, alwaysText: true },
  radio: { choices: 'dict', filterAs: 'list' },
  checkbox: {
    choices: 'dict',
    several: 'always',
    length: LIST_LENGTH,
    alwaysText: true,
    filterAs: 'list_multi',
  },
  switch: { choices: 'onOff' },
  date: { calendar: 'date', alwaysText: true },
  datetime: { calendar: 'datetime', alwaysText: true },
  time: { calendar: 'time', alwaysText: true },
  password: { secret: true, alwaysText: true, filterAs: 'text' },
  hidden: { hidden: true, filterAs: 'text' },
  sel_user: {
    choices: 'platform',
    several: 'unlessSaid',
    length: LIST_LENGTH,
    table: ({ text, store }: SelUserOptions) => ({
      table: 'sys_user',
      text: text || 'realname',
      value: store || 'username',
    }),
  },
  sel_depart: {
    choices: 'platform',
    several: 'unlessSaid',
    length: LIST_LENGTH,
    table: ({ text, store }: SelDepartOptions) => ({
      table: 'sys_depart',
      text: text === 'orgCode' ? 'org_code' : 'depart_name',
      value: store === 'orgCode' ? 'org_code' : 'id',
    }),
  },
  popup: {
    choices: 'report',
    length: LIST_LENGTH,
    needs: ['popupCode', 'orgFields', 'destFields'],
    fills: 'destFields',
    severalOption: 'popupMulti',
  },
  link_down: {
    choices: 'table',
    needs: ['table'],
    tableColumns: ['txt', 'key', 'idField', 'pidField'],
    fills: 'linkField',
    chain: true,
    table: ({ table, txt, key }: Partial<LinkDownOptions>) => ({ table, text: txt ?? '', value: key ?? '' }),
  },
  pca: { choices: 'areas', alwaysText: true },
  sel_tree: {
    choices: 'table',
    needs: ['table'],
    tableColumns: ['text', 'code', 'pidField', 'hasChildField'],
    table: ({
      table,
      text = '',
      code = '',
      pidField = '',
      hasChildField,
      pidValue,
    }: Partial<SelTreeOptions>) => ({
      table,
      text,
      value: code,
      tree: { pidField, hasChildField },
      root: pidValue || '0',
    }),
  },
  cat_tree: {
    choices: 'table',
    fills: 'textField',
    table: () => ({ table: 'sys_category', text: 'name', value: 'id', root: '0' }),
  },
  sel_search: { choices: 'dict', searches: true },

  file: { length: LIST_LENGTH, filterAs: 'text' },
  image: { length: LIST_LENGTH, filterAs: 'text' },
  umeditor: { longText: true, filterAs: 'text' },
  markdown: { longText: true, filterAs: 'text' },
  rate: { filterAs: 'number' },
  link_table: {},
  link_table_field: {},
  popup_dict: {},
  list_sync: {},
}

const NONE: WidgetTraits = {}

/** The traits of a kind; none for a name that no kind has. */
export function traitsOf(kind: string): WidgetTraits {
  return Object.hasOwn(TRAITS, kind) ? TRAITS[kind as Kind] : NONE
}
