import { NAME_PATTERN } from '../page/form-words.ts'
import { namedPattern, patternName } from '../rules/patterns.ts'
import { isNumberText } from '../rules/wire-values.ts'
import { furtherLevels, namesIn } from '../widget/named-fields.ts'
import { type AnsweredChoices, answeredChoices } from './answered-choices.ts'
import { type DumpRow, dumpRow, isRecord, text } from './dump-row.ts'
import { isNumericType } from './field-storage.ts'
import { itemAsProperty } from './form-item.ts'
import { columnAsProperty, columnKey } from './grid-column.ts'
import { parseLenient } from './lenient-json.ts'

/** Everything that the answers say of one column. */
export interface AnsweredField {
  name: string
  /** What says most of it: its place in the form, else in the list, else among the filters. */
  row: DumpRow
  choices: AnsweredChoices
  view: string
  inForm: boolean
  required: boolean
  /** As the list has it, and at which place. */
  column: { row: DumpRow; at: number } | null
  query: { row: DumpRow; choices: AnsweredChoices; at: number } | null
}

/** The parts of the answers about one table. */
export interface FieldAnswers {
  /** Properties of a form by name, or columns of a grid. */
  form: unknown
  required: unknown
  columns: unknown
  query: unknown
  /** Columns that the form needs beside those that are named anywhere. */
  more?: readonly string[]
}

const NAME = new RegExp(NAME_PATTERN)

/** What a grid of the wire calls a kind. */
const GRID_VIEWS: Readonly<Record<string, string>> = {
  input: 'text',
  inputnumber: 'number',
  select: 'list',
  // A grid has no boxes for several values.
  checkbox: 'switch',
  input_pop: 'textarea',
  normal: 'text',
  upload: 'file',
  sel_search_async: 'sel_search',
}

/** Every column that the answers name, in the order of the form; `left` hears of names that no column can have. */
export function answeredFields(
  { form, required, columns, query, more = [] }: FieldAnswers,
  left: (name: string) => void,
): AnsweredField[] {
  const fields = new Map<string, AnsweredField>()
  const listed = byName(columns, 'data_index')
  const asked = byName(query, 'field')
  const needed = new Set(Array.isArray(required) ? required : [])

  function add(name: string, told: unknown, inForm: boolean): void {
    if (fields.has(name)) return
    const source = itemAsProperty(told)
    // Rows are read by the column's own name: one that would have to be renamed could be neither shown nor saved.
    if (!NAME.test(name) || name !== name.toLowerCase()) {
      left(name)
      return
    }
    const row = dumpRow(source)
    const view = viewOf(row)
    const queryRow = dumpRow(asked.get(name))
    fields.set(name, {
      name,
      row,
      choices: answeredChoices(source, row, view),
      view,
      inForm,
      required: needed.has(name) || rulesOf(source).some((rule) => rule.required === true),
      column: listed.has(name)
        ? { row: dumpRow(listed.get(name)), at: [...listed.keys()].indexOf(name) }
        : null,
      query: asked.has(name)
        ? {
            row: queryRow,
            choices: answeredChoices(asked.get(name), queryRow, text(queryRow, 'view').toLowerCase()),
            at: [...asked.keys()].indexOf(name),
          }
        : null,
    })
  }

  for (const [name, source] of formEntries(form)) add(name, source, true)
  for (const field of [...fields.values()]) for (const name of filledBy(field)) add(name, {}, false)
  for (const [name, source] of listed) add(name, listedAs(source), false)
  for (const [name, source] of asked) add(name, source, false)
  for (const name of more) add(name, {}, false)
  return [...fields.values()]
}

/** The row of a definition that would be answered like this. */
export function definitionRow(field: AnsweredField, at: number): DumpRow {
  const { name, row, choices, view, inForm, column, query } = field
  const pattern = patternOf(field)
  const width = text(row, 'width')
  return {
    db_field_name: name,
    db_field_txt: titleOf(field),
    order_num: at,
    ...storageOf(field),
    field_show_type: view,
    ...choices.columns,
    field_extend_json: extension(field, pattern),
    field_default_value: text(row, 'def_val') || text(row, 'field_default_value'),
    field_valid_type: pattern.written,
    field_must_input: field.required ? '1' : '0',
    is_show_form: inForm ? '1' : '0',
    is_show_list: column ? '1' : '0',
    is_read_only: text(row, 'disabled') === 'true' ? '1' : '0',
    ...(width === '' ? {} : { field_length: width }),
    ...(query ? queryColumns(field, query) : {}),
  }
}

function titleOf({ name, row, column, query }: AnsweredField): string {
  return text(row, 'title') || text(column?.row ?? {}, 'title') || text(query?.row ?? {}, 'label') || name
}

function byName(list: unknown, key: string): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const entry of Array.isArray(list) ? list : []) {
    const name = text(dumpRow(entry), key)
    if (name !== '' && !found.has(name)) found.set(name, entry)
  }
  return found
}

/** A column of a list in the words of a form. */
function listedAs(source: unknown): unknown {
  return isRecord(source) ? { ...source, view: source.fieldType, width: undefined } : source
}

/** Fields of a form in their order: those of a record, without its sub tables, or the columns of a grid. */
function formEntries(form: unknown): [string, unknown][] {
  if (Array.isArray(form)) {
    const columns = new Map<string, unknown>()
    for (const column of form) {
      const name = columnKey(column)
      if (name !== '' && !columns.has(name)) columns.set(name, columnAsProperty(column))
    }
    return [...columns]
  }
  if (!isRecord(form)) return []
  const order = ([, source]: [string, unknown]) => Number(isRecord(source) ? (source.order ?? 0) : 0)
  return Object.entries(form)
    .filter(([, source]) => isRecord(source) && source.view !== 'tab')
    .sort((left, right) => order(left) - order(right))
}

function viewOf(row: DumpRow): string {
  const view = text(row, 'view').toLowerCase()
  if (view !== '') return view
  const type = text(row, 'type').toLowerCase()
  return Object.hasOwn(GRID_VIEWS, type) ? (GRID_VIEWS[type] ?? type) : type || 'text'
}

/** Columns of the same record that choosing a value fills, whether the form shows them or not. */
function filledBy({ view, choices: { columns } }: AnsweredField): string[] {
  if (view === 'popup' || view === 'cat_tree') return namesIn(columns.dict_text)
  const config = view === 'link_down' ? parseLenient(columns.dict_table) : null
  return isRecord(config) ? furtherLevels({ view, options: config }) : []
}

/** Storage as far as it is told: lists and filters name the type, forms what may be entered. */
function storageOf({ row, column, query, view, choices }: AnsweredField): DumpRow {
  const said = text(column?.row ?? {}, 'db_type') || text(query?.row ?? {}, 'db_type') || text(row, 'db_type')
  const numeric = said === '' ? isNumeric(row, view) : isNumericType(said)
  // Values such as 01 would not survive as numbers.
  const isText = numeric && choices.options.some(({ value }) => !isNumberText(String(value)))
  const length = text(row, 'max_length')
  const type = isText ? 'string' : said || impliedType(row, view)
  return {
    // A length that is not told is the server's to judge: a usual one could refuse what it takes.
    db_type: length === '' && /^(string|varchar)$/i.test(type) ? 'Text' : type,
    ...(length === '' ? {} : { db_length: length }),
    ...(text(row, 'db_point_length') === '' ? {} : { db_point_length: text(row, 'db_point_length') }),
  }
}

function isNumeric(row: DumpRow, view: string): boolean {
  return ['number', 'integer'].includes(text(row, 'type')) || view === 'number'
}

function impliedType(row: DumpRow, view: string): string {
  if (text(row, 'type') === 'integer') return 'int'
  if (isNumeric(row, view)) return 'double'
  return view === 'date' ? 'Date' : view === 'datetime' ? 'Datetime' : 'string'
}

interface RuleOfGrid {
  required?: unknown
  unique?: unknown
  pattern?: unknown
  message?: unknown
}

function rulesOf(source: unknown): RuleOfGrid[] {
  const rules = isRecord(source) ? source.validateRules : undefined
  return Array.isArray(rules) ? rules.filter(isRecord) : []
}

/** The validation as a definition writes it, and what is said when it fails. */
function patternOf({ row }: AnsweredField): { written: string; message: string } {
  const [rule] = rulesOf({ validateRules: row.validate_rules }).filter(
    ({ unique, pattern }) => unique === true || typeof pattern === 'string',
  )
  const pattern = text(row, 'pattern') || (rule?.unique === true ? 'only' : String(rule?.pattern ?? ''))
  const message = text(row, 'error_info') || (typeof rule?.message === 'string' ? rule.message : '')
  return { written: patternName(pattern, message) ?? pattern, message }
}

/** The extension with the message of the validation in it, where that is one of its own. */
function extension(field: AnsweredField, { written, message }: { written: string; message: string }): string {
  const given = extensionGiven(field)
  const isUsual = message === '' || message === `${titleOf(field)}格式不正确`
  // That a value was used before is said by the server that found it.
  const isOwn = written !== '' && written !== 'only' && !isUsual && namedPattern(written) === null
  const parsed = given === '' ? {} : parseLenient(given)
  if (!isOwn || !isRecord(parsed) || parsed.validateError !== undefined) return given
  return JSON.stringify({ ...parsed, validateError: message })
}

/** The extension as it was answered; a grid says by its type that a box is opened to write in. */
function extensionGiven({ row }: AnsweredField): string {
  const given = text(row, 'field_extend_json')
  if (text(row, 'type').toLowerCase() !== 'input_pop') return given
  const parsed = given === '' ? {} : parseLenient(given)
  return isRecord(parsed) ? JSON.stringify({ pop: true, ...parsed }) : given
}

/** The filter of a field; what is its own only where it is not the field's. */
function queryColumns({ view, choices }: AnsweredField, query: NonNullable<AnsweredField['query']>): DumpRow {
  const { row } = query
  const own = text(row, 'view').toLowerCase()
  const dict = query.choices.columns
  const differs =
    own === view &&
    Object.entries(dict).some(
      ([name, value]) => value !== '' && value !== choices.columns[name as keyof typeof dict],
    )
  return {
    is_query: '1',
    query_mode: text(row, 'mode') || 'single',
    query_config_flag: '1',
    query_show_type: own,
    ...(differs
      ? {
          query_dict_table: dict.dict_table,
          query_dict_field: dict.dict_field,
          query_dict_text: dict.dict_text,
        }
      : {}),
    query_def_val: text(row, 'def_value'),
    query_must_input: text(row, 'must_input'),
  }
}
