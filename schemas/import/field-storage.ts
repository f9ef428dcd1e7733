import type { DbType, Property } from '../page/form.ts'
import { type DumpRow, integer, text } from './dump-row.ts'
import type { Notes } from './import-note.ts'

/** Storage types of all platform versions, in lower case. */
const TYPES: Readonly<Record<string, DbType>> = {
  string: 'string',
  varchar: 'string',
  char: 'string',
  int: 'int',
  integer: 'int',
  short: 'int',
  tinyint: 'int',
  boolean: 'int',
  bit: 'int',
  long: 'long',
  bigint: 'long',
  double: 'double',
  float: 'double',
  bigdecimal: 'BigDecimal',
  decimal: 'BigDecimal',
  number: 'BigDecimal',
  date: 'Date',
  datetime: 'Datetime',
  timestamp: 'Datetime',
  time: 'string',
  text: 'Text',
  longtext: 'Text',
  mediumtext: 'Text',
  clob: 'Text',
  blob: 'Blob',
  longblob: 'Blob',
}
const NUMERIC: ReadonlySet<DbType> = new Set(['int', 'long', 'double', 'BigDecimal'])
/** Widgets whose value is a text, whatever the column was. */
const TEXT_VIEWS: ReadonlySet<string> = new Set([
  'list_multi',
  'checkbox',
  'pca',
  'textarea',
  'password',
  'umeditor',
  'markdown',
  'file',
  'image',
  'time',
  'sel_user',
  'sel_depart',
  'sel_tree',
  'cat_tree',
])
const MAX_LENGTH = 10_485_760
const MAX_DIGITS = 1000
/** Digits in all of a decimal that says nothing. */
const DEFAULT_DIGITS = 18
/** Beyond this a text is no line any more: it is stored without a length. */
const MAX_LINE = 10_000

/** True for a type of the definition that stores numbers. */
export function isNumericType(written: string): boolean {
  const name = written.toLowerCase()
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
  return type !== undefined && NUMERIC.has(type)
}

/** Widget and storage of a field, made to fit each other. */
export interface FieldStorage {
  view: string
  type: Property['type']
  maxLength?: number
  db?: NonNullable<Property['db']>
  /** Digits after the point, for the number widget. */
  precision?: number
}

/** Decides how a column of the definition is stored, mending what its widget could not be used with. */
export function fieldStorage(row: DumpRow, name: string, wantedView: string, notes: Notes): FieldStorage {
  const written = text(row, 'db_type').toLowerCase()
  let type = Object.hasOwn(TYPES, written) ? TYPES[written] : undefined
  if (type === undefined) {
    notes.add(name, `数据类型 "${text(row, 'db_type')}"`, '未知的类型，按文本存储')
    type = 'string'
  }
  // What a form enters is text, and bytes could be neither read nor searched.
  if (type === 'Blob') {
    notes.add(name, `数据类型 "${text(row, 'db_type')}"`, '表单的值是文本，按长文本存储')
    type = 'Text'
  }
  let view = wantedView
  // The old "Date" was a point of time in the database; the widget tells which of the two is meant.
  if (view === 'datetime' && type === 'Date') type = 'Datetime'
  if (view === 'date' && type === 'Datetime') type = 'Date'
  const dated = type === 'Date' || type === 'Datetime'
  if (dated && view === 'text') view = type === 'Date' ? 'date' : 'datetime'
  else if (dated && view !== 'date' && view !== 'datetime' && view !== 'hidden') {
    notes.add(name, `${text(row, 'db_type')} 类型的列使用控件 ${view}`, '控件的值不是日期，按文本存储')
    type = 'string'
  }
  if ((view === 'date' || view === 'datetime') && !dated && type !== 'string') {
    notes.add(name, `${text(row, 'db_type')} 类型的列使用控件 ${view}`, '日期不能存为此类型，按日期存储')
    type = view === 'date' ? 'Date' : 'Datetime'
  }
  if (NUMERIC.has(type) && TEXT_VIEWS.has(view)) {
    notes.add(name, `${text(row, 'db_type')} 类型的列使用控件 ${view}`, '控件的值是文本，按文本存储')
    type = 'string'
  }
  if (NUMERIC.has(type) && view === 'text') view = 'number'
  if (view === 'number' && !NUMERIC.has(type)) view = 'text'
  return { view, ...stored(row, name, view, type, notes) }
}

function stored(
  row: DumpRow,
  name: string,
  view: string,
  type: DbType,
  notes: Notes,
): Omit<FieldStorage, 'view'> {
  const length = integer(row, 'db_length')
  const scale = integer(row, 'db_point_length')
  if (length === null && type !== 'string' && type !== 'BigDecimal' && text(row, 'db_length') !== '')
    notes.add(name, `长度 ${text(row, 'db_length')}`, '不是数字，已忽略')
  const persist = text(row, 'db_is_persist') === '0' ? { persist: false } : {}
  const db = (more: NonNullable<Property['db']>) => {
    const all = { ...more, ...persist }
    return Object.keys(all).length > 0 ? { db: all } : {}
  }
  switch (type) {
    case 'string': {
      const fits = length !== null && length > 0 && length <= MAX_LENGTH
      if (length !== null && length > MAX_LINE) {
        notes.add(name, `长度 ${length}`, `超过 ${MAX_LINE}，按长文本存储`)
        return { type: 'string', ...(fits ? { maxLength: length } : {}), ...db({ type: 'Text' }) }
      }
      if (!fits && text(row, 'db_length') !== '')
        notes.add(name, `长度 ${text(row, 'db_length')}`, '不是有效的长度，使用默认长度')
      // Without a length a text area would become an unbounded column.
      return {
        type: 'string',
        ...(fits ? { maxLength: length } : {}),
        ...db(fits || view !== 'textarea' ? {} : { type }),
      }
    }
    case 'int':
      if (scale !== null && scale > 0) notes.add(name, `整数的小数位数 ${scale}`, '整数没有小数')
      return { type: 'integer', ...db({}) }
    case 'long':
      return { type: 'integer', ...db({ type }) }
    case 'double':
      return {
        type: 'number',
        ...db({ type }),
        ...(scale !== null && scale > 0 && scale <= 20 ? { precision: scale } : {}),
      }
    case 'BigDecimal': {
      const written = length !== null && length > 0 && length <= MAX_DIGITS ? length : null
      if (written === null && text(row, 'db_length') !== '')
        notes.add(name, `位数 ${text(row, 'db_length')}`, '不是有效的位数，使用默认位数')
      const fraction = scale !== null && scale >= 0 ? Math.min(scale, MAX_DIGITS / 2) : 0
      if (scale !== null && scale !== fraction)
        notes.add(name, `小数位数 ${scale}`, `不是有效的小数位数，使用 ${fraction}`)
      const whole = written ?? DEFAULT_DIGITS
      // Digits in all that leave none before the point would refuse every value from 1 on.
      const digits = fraction >= whole ? Math.min(whole + fraction, MAX_DIGITS) : written
      if (digits !== written)
        notes.add(name, `位数 ${whole}，小数 ${fraction}`, `整数部分没有位数，总位数改为 ${digits}`)
      return {
        type: 'number',
        ...db({ type, ...(digits === null ? {} : { length: digits }), scale: fraction }),
      }
    }
    case 'Date':
    case 'Datetime': {
      const implied = (type === 'Date' && view === 'date') || (type === 'Datetime' && view === 'datetime')
      return { type: 'string', ...db(implied ? {} : { type }) }
    }
    default:
      return { type: 'string', ...db({ type }) }
  }
}
