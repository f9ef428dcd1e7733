import type { DbType, Property } from '../page/form.ts'
import type { ColumnType } from './model.ts'

/** Longest varchar that is worth a limit; longer texts are stored as text. */
const MAX_VARCHAR = 10_000
/** PostgreSQL's bound for numeric(p, s). */
const MAX_DIGITS = 1000

const LONG_TEXT_VIEWS = new Set(['umeditor', 'markdown'])

/** How a property is stored: what its `db` says, else what follows from its JSON Schema type and format. */
export function columnTypeOf(property: Property): ColumnType {
  const db = property.db ?? {}
  const type = db.type ?? derivedType(property)
  switch (type) {
    case 'string': {
      const length = db.length || property.maxLength || 255
      return length > MAX_VARCHAR
        ? { type: 'Text', length: null, scale: null, sql: 'text' }
        : { type, length, scale: null, sql: `varchar(${length})` }
    }
    case 'int':
      return { type, length: null, scale: null, sql: 'integer' }
    case 'long':
      return { type, length: null, scale: null, sql: 'bigint' }
    case 'double':
      return { type, length: null, scale: db.scale ?? null, sql: 'double precision' }
    case 'BigDecimal': {
      const scale = Math.min(db.scale ?? 2, MAX_DIGITS)
      // JeecgBoot's length counts all digits; a length that leaves no place before the point is widened.
      const length = Math.min(Math.max(db.length || 18, scale + 1), MAX_DIGITS)
      return { type, length, scale, sql: `numeric(${length},${scale})` }
    }
    case 'Date':
      return { type, length: null, scale: null, sql: 'date' }
    case 'Datetime':
      return { type, length: null, scale: null, sql: 'timestamp(0)' }
    default:
      return { type, length: null, scale: null, sql: 'text' }
  }
}

function derivedType(property: Property): DbType {
  if (property.type === 'integer') return 'int'
  if (property.type === 'number') return 'double'
  if (property.format === 'date' || property.view === 'date') return 'Date'
  if (property.format === 'datetime' || property.view === 'datetime') return 'Datetime'
  if (LONG_TEXT_VIEWS.has(property.view)) return 'Text'
  if (property.view === 'textarea' && property.maxLength === undefined) return 'Text'
  return 'string'
}
