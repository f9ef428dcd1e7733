import { t } from '#schemas/text/text.ts'
import { parseCron } from '../rules/cron-fields.ts'
import type { CatTreeOptions } from './cat_tree.ts'
import { type ColorOptions, colorPattern } from './color.ts'
import type { WidgetKind } from './index.ts'
import type { LinkDownOptions } from './link_down.ts'
import type { LinkTableOptions } from './link_table.ts'
import type { NamedTable } from './named-table.ts'
import type { PopupDictOptions } from './popup_dict.ts'
import { type RateOptions, STARS } from './rate.ts'
import type { SelDepartOptions } from './sel_depart.ts'
import type { SelPositionOptions } from './sel_position.ts'
import type { SelRoleOptions } from './sel_role.ts'
import type { SelTreeOptions } from './sel_tree.ts'
import type { SelUserOptions } from './sel_user.ts'
import { storedKey } from './stored-key.ts'

/**
 * Where the choices of a kind come from: the property's `dict`; a table that the server looks up under `form.field`;
 * the users or departments of the platform; the rows of a report or form; the areas, which every side knows; two values.
 */
export type ChoiceOrigin = 'dict' | 'table' | 'platform' | 'report' | 'areas' | 'onOff'

/** What a kind refuses, in the form as on the server, whatever else the document says. */
export interface KindLimits {
  minimum?: number
  maximum?: number
  multipleOf?: number
  pattern?: string
  /** What is said of a text that does not match the pattern. */
  message?(title: string): string
}

/** What compiler, server and renderer ask of a kind instead of its name. Whatever is not said is not so. */
export interface WidgetTraits {
  /** In the record, but not in the form, the list or the grid. */
  hidden?: true
  /** Never leaves the server: not sent, searched, listed or logged. */
  secret?: true
  /** A line as it was typed: searched by any part of it, and fit to name a record. */
  plainText?: true
  /** Takes the whole width of a form and has no place in a list. */
  longText?: true
  /** Characters of the column where the document gives no length; lists outgrow the default quickly. */
  length?: number
  /** Holds numbers. */
  numeric?: true
  /** Holds texts only: the property's `type` must be `string`. */
  alwaysText?: true
  /** How a column or cell of the kind is aligned; numbers stand at the right and everything else at the left where it is not said. */
  align?: 'left' | 'right' | 'center'
  /** How the value is stored where neither the document nor its type says so; an unlimited text only without a length. */
  column?: 'Date' | 'Datetime' | 'Text'
  /** Holds a day, a moment or a time of day. */
  calendar?: 'date' | 'datetime' | 'time'
  choices?: ChoiceOrigin
  /** Asks the server while the user types, so that its dictionary is not sent with the page. */
  searches?: true
  /** The table that the options (or the kind itself) name. */
  table?(options: Readonly<Record<string, unknown>>): NamedTable
  /** Columns of that table which a dialog shows, by the names that its rows have there; the dialog is open to whoever may use the field. */
  offers?: Readonly<Record<string, string>>
  /** Options that name columns of that table. */
  tableColumns?: readonly string[]
  /** Options without which there is nothing to offer. */
  needs?: readonly string[]
  /** The option that names the fields of the same record that a choice fills. */
  fills?: 'destFields' | 'linkField' | 'textField'
  /** Shows a column of the row that the field chose which this option names; it has no value of its own. */
  follows?: 'table'
  /** What it fills are its own further levels, with choices of the same table. */
  chain?: true
  /** Several values joined by commas: always, or unless its options say otherwise. */
  several?: 'always' | 'unlessSaid'
  /** The option that says whether there are several, where it is not `multiSelect`. */
  severalOption?: 'popupMulti'
  limits?(options: Readonly<Record<string, unknown>>): KindLimits
  /** What is wrong with a text that is no value of the kind; null where nothing is. */
  mistake?(text: string): string | null
  /** The option that names the part of the host which draws the value. */
  slot?: 'name'
  /** The option that names colours by text. */
  colors?: 'colors'
  /** Names stored files: as paths joined by commas, or as addresses within its text. */
  files?: 'paths' | 'inText'
  /** The files are pictures. */
  pictures?: true
  /** Offered in a query bar as this kind. */
  filterAs?: WidgetKind
}

const LIST_LENGTH = 1000

/** Every kind with its traits: the one place that says what a kind is. Drawing it is `widgets/<kind>`. */
const TRAITS: { readonly [K in WidgetKind]: WidgetTraits } = {
  text: { plainText: true },
  textarea: { longText: true, column: 'Text', alwaysText: true, filterAs: 'text' },
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
  switch: { choices: 'onOff', align: 'center' },
  date: { calendar: 'date', column: 'Date', alwaysText: true },
  datetime: { calendar: 'datetime', column: 'Datetime', alwaysText: true },
  time: { calendar: 'time', alwaysText: true },
  cron: { alwaysText: true, length: 255, filterAs: 'text', mistake: (text) => parseCron(text).mistake },
  password: { secret: true, alwaysText: true, filterAs: 'text' },
  hidden: { hidden: true, filterAs: 'text' },
  sel_user: {
    choices: 'platform',
    several: 'unlessSaid',
    length: LIST_LENGTH,
    table: (options: SelUserOptions) => ({
      table: 'sys_user',
      text: options.text || 'realname',
      value: storedKey(options, 'username'),
      platform: {},
    }),
  },
  sel_depart: {
    choices: 'platform',
    several: 'unlessSaid',
    length: LIST_LENGTH,
    table: ({ text, store, own }: SelDepartOptions) => ({
      table: 'sys_depart',
      text: text === 'orgCode' ? 'org_code' : 'depart_name',
      value: store === 'orgCode' ? 'org_code' : 'id',
      platform: own ? { own } : {},
    }),
  },
  popup: {
    choices: 'report',
    length: LIST_LENGTH,
    needs: ['popupCode', 'orgFields', 'destFields'],
    fills: 'destFields',
    severalOption: 'popupMulti',
  },
  popup_dict: {
    choices: 'table',
    length: LIST_LENGTH,
    needs: ['code', 'value', 'text'],
    severalOption: 'popupMulti',
    table: ({ code, value = '', text = '' }: PopupDictOptions) => ({ table: code, text, value }),
  },
  link_table: {
    choices: 'table',
    length: LIST_LENGTH,
    needs: ['table', 'text'],
    tableColumns: ['value', 'imageField'],
    table: ({ table, value, text = '' }: LinkTableOptions) => ({
      table,
      text: text.split(',')[0]?.trim() ?? '',
      value: value || 'id',
    }),
  },
  link_table_field: { needs: ['table', 'text'], follows: 'table' },
  link_down: {
    choices: 'table',
    needs: ['table'],
    tableColumns: ['txt', 'key', 'idField', 'pidField'],
    fills: 'linkField',
    chain: true,
    table: ({
      table,
      txt = '',
      key = '',
      idField = '',
      pidField = '',
      condition,
    }: Partial<LinkDownOptions>) => ({
      table,
      text: txt,
      value: key,
      levels: { idField, pidField, condition },
    }),
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
      condition,
    }: Partial<SelTreeOptions>) => ({
      table,
      text,
      value: code,
      tree: { pidField, hasChildField, condition },
      root: pidValue || '0',
    }),
  },
  cat_tree: {
    choices: 'table',
    fills: 'textField',
    table: ({ pcode }: CatTreeOptions) => ({
      table: 'sys_category',
      text: 'name',
      value: 'id',
      root: '0',
      // The category whose children are the first level, by its code.
      platform: { under: pcode || '0' },
    }),
  },
  sel_search: { choices: 'dict', searches: true },
  icon: { alwaysText: true, filterAs: 'text' },
  rate: {
    numeric: true,
    align: 'left',
    filterAs: 'number',
    limits: ({ count = STARS, half }: RateOptions) => ({
      minimum: 0,
      maximum: count,
      multipleOf: half ? 0.5 : 1,
    }),
  },
  color: {
    alwaysText: true,
    length: 7,
    filterAs: 'text',
    limits: (options: ColorOptions) => ({
      pattern: colorPattern(options),
      message: (title) =>
        options.names
          ? t('{title}应为 blue、green、red 等名称，或 #1677ff 这样的色值', { title })
          : t('{title}应为颜色，如 #1677ff', { title }),
    }),
  },
  sel_role: {
    choices: 'table',
    several: 'unlessSaid',
    length: LIST_LENGTH,
    offers: { roleName: 'roleName', roleCode: 'roleCode' },
    table: (options: SelRoleOptions) => ({
      table: 'sys_role',
      text: 'role_name',
      value: storedKey(options, 'id') === 'roleCode' ? 'role_code' : 'id',
    }),
  },
  sel_position: {
    choices: 'table',
    several: 'unlessSaid',
    length: LIST_LENGTH,
    // The wire's rows of this picker call the rank so.
    offers: { name: 'name', code: 'code', rank: 'postRank' },
    table: (options: SelPositionOptions) => ({
      table: 'sys_position',
      text: 'name',
      value: storedKey(options, 'id'),
    }),
  },
  tags: { alwaysText: true, length: LIST_LENGTH, filterAs: 'text', colors: 'colors' },
  slot: { needs: ['name'], slot: 'name', filterAs: 'text' },
  progress: {
    numeric: true,
    align: 'left',
    filterAs: 'number',
    limits: () => ({ minimum: 0, maximum: 100 }),
  },
  code: { longText: true, column: 'Text', alwaysText: true, filterAs: 'text' },

  file: { length: LIST_LENGTH, alwaysText: true, files: 'paths', filterAs: 'text' },
  image: { length: LIST_LENGTH, alwaysText: true, files: 'paths', pictures: true, filterAs: 'text' },
  umeditor: { longText: true, column: 'Text', alwaysText: true, files: 'inText', filterAs: 'text' },
  markdown: { longText: true, column: 'Text', alwaysText: true, files: 'inText', filterAs: 'text' },
}

const NONE: WidgetTraits = {}

/** The traits of a kind; none for a name that no kind has. */
export function traitsOf(kind: string): WidgetTraits {
  return Object.hasOwn(TRAITS, kind) ? TRAITS[kind as WidgetKind] : NONE
}
