import type { DbType, Property } from '../page/form.ts'
import { storedPrecision } from '../widget/number-format.ts'
import { traitsOf } from '../widget/traits.ts'
import type { ColumnType } from './model.ts'
import { type StoreOf, systemColumns } from './system-columns.ts'

/** Longest `varchar(n)` that PostgreSQL knows; anything longer is `text`. */
const MAX_VARCHAR = 10_485_760
/** Longest `numeric(p)`. */
const MAX_NUMERIC = 1000
const DEFAULT_LENGTH = 255
const DEFAULT_DIGITS = 18

/** Decides how a property is stored where its document leaves it open. Odd lengths are mended, never refused. */
export function columnType(name: string, property: Property, document: StoreOf = {}): ColumnType {
  const system = systemColumns(document).find((column) => column.name === name)
  if (system) return systemType(system.sql)
  const type = property.db?.type ?? impliedType(property)
  switch (type) {
    case 'string':
      return text(property)
    case 'int':
      return { type, length: 10, scale: 0, sql: 'integer' }
    case 'long':
      return { type, length: 19, scale: 0, sql: 'bigint' }
    case 'double':
      return { type, length: null, scale: null, sql: 'double precision' }
    case 'BigDecimal':
      return decimal(property)
    case 'Date':
      return { type, length: null, scale: null, sql: 'date' }
    case 'Datetime':
      return { type, length: null, scale: null, sql: 'timestamp(0)' }
    case 'Text':
      return { type, length: null, scale: null, sql: 'text' }
    case 'Blob':
      return { type, length: null, scale: null, sql: 'bytea' }
  }
}

function impliedType(property: Property): DbType {
  if (property.type === 'integer') return 'int'
  if (property.type === 'number') return impliedScale(property) === null ? 'double' : 'BigDecimal'
  if (property.format === 'date') return 'Date'
  if (property.format === 'datetime') return 'Datetime'
  const { column } = traitsOf(property.view)
  const bounded = property.maxLength !== undefined || Boolean(property.db?.length)
  return column === undefined || (column === 'Text' && bounded) ? 'string' : column
}

function text(property: Property): ColumnType {
  const wanted = Math.max(property.db?.length ?? 0, property.maxLength ?? 0)
  const length = wanted > 0 ? wanted : (traitsOf(property.view).length ?? DEFAULT_LENGTH)
  if (length > MAX_VARCHAR) return { type: 'Text', length: null, scale: null, sql: 'text' }
  return { type: 'string', length, scale: null, sql: `varchar(${length})` }
}

function decimal(property: Property): ColumnType {
  const length = Math.min(Math.max(property.db?.length || DEFAULT_DIGITS, 1), MAX_NUMERIC)
  const scale = Math.min(Math.max(property.db?.scale ?? impliedScale(property) ?? 2, 0), length)
  return { type: 'BigDecimal', length, scale, sql: `numeric(${length},${scale})` }
}

/** Digits after the point that the data contract or the widget asks for. */
function impliedScale(property: Property): number | null {
  if (property.db?.scale !== undefined) return property.db.scale
  const digits = traitsOf(property.view).numeric ? storedPrecision(property.options ?? {}) : undefined
  if (typeof digits === 'number' && Number.isInteger(digits) && digits >= 0) return digits
  if (property.multipleOf === undefined) return null
  const [mantissa = '', exponent = '0'] = String(property.multipleOf).split('e-')
  return (mantissa.split('.')[1]?.length ?? 0) + Number(exponent)
}

function systemType(sql: string): ColumnType {
  const length = Number(/^varchar\((\d+)\)$/.exec(sql)?.[1] ?? 0)
  if (length) return { type: 'string', length, scale: null, sql }
  return { type: sql === 'integer' ? 'int' : 'Datetime', length: null, scale: null, sql }
}
