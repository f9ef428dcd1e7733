import { quoted } from '../../database/identifiers.ts'

/** Families decide how a stored value is carried into another type. */
type Family = 'text' | 'integer' | 'numeric' | 'float' | 'date' | 'timestamp' | 'other'

interface ParsedType {
  family: Family
  /** Canonical spelling, e.g. `varchar(100)`. */
  sql: string
  /** Characters or digits; null when unlimited. */
  length: number | null
  scale: number
}

/** How the values of a column get into its new type. SQL fragments speak about the quoted column only. */
export interface Conversion {
  /** True when every possible value fits, so that no row has to be looked at. */
  safe: boolean
  using: string
  /** Rows whose value cannot be kept; the sync refuses while there are any. */
  unfit: string | null
  /** Rows whose value is kept but written differently afterwards (`007` becomes 7). */
  changed: string | null
}

const SYNONYMS: Readonly<Record<string, string>> = {
  int: 'integer',
  int4: 'integer',
  int8: 'bigint',
  float8: 'double precision',
  decimal: 'numeric',
  'timestamp without time zone': 'timestamp',
}

/** One spelling per type, so that documents, the stored structure and the catalogue can be compared. */
export function canonicalType(sql: string): string {
  return parseType(sql).sql
}

/** Rules for carrying a column from one type into another; null when the types are the same. */
export function conversionOf(column: string, from: string, to: string): Conversion | null {
  const source = parseType(from)
  const target = parseType(to)
  if (source.sql === target.sql) return null
  const name = quoted(column)
  if (target.family === 'text') return toText(name, source, target)
  if (source.family === 'text') return fromText(name, target)
  if (isNumber(source) && isNumber(target)) return betweenNumbers(name, source, target)
  if (source.family === 'date' && target.family === 'timestamp')
    return { safe: true, using: `${name}::${target.sql}`, unfit: null, changed: null }
  if (source.family === 'timestamp' && target.family === 'date')
    return {
      safe: false,
      using: `${name}::date`,
      unfit: `${name} <> date_trunc('day', ${name})`,
      changed: null,
    }
  if (source.family === target.family)
    return { safe: false, using: `${name}::${target.sql}`, unfit: null, changed: null }
  // No sensible way over: allowed only while the column is empty.
  return { safe: false, using: `null::${target.sql}`, unfit: `${name} is not null`, changed: null }
}

function toText(name: string, source: ParsedType, target: ParsedType): Conversion {
  const text = source.family === 'text' ? name : `${name}::text`
  const wider = target.length === null || (source.length !== null && source.length <= target.length)
  const safe = wider && (source.family === 'text' || target.length === null)
  return {
    safe,
    using: `${text}::${target.sql}`,
    unfit: safe || target.length === null ? null : `length(${text}) > ${target.length}`,
    changed: null,
  }
}

function fromText(name: string, target: ParsedType): Conversion {
  const text = `nullif(btrim(${name}), '')`
  const shape =
    target.family === 'date' || target.family === 'timestamp'
      ? ` or ${text} !~ '^\\d{4}-\\d{1,2}-\\d{1,2}'`
      : isNumber(target)
        ? ` or ${text} !~ '^[-+]?[0-9]*[.]?[0-9]+$'`
        : ''
  const cast = target.family === 'numeric' ? 'numeric' : target.sql
  // A cast of a text that does not fit would abort the statement, hence the CASE.
  const rounded =
    target.family === 'numeric'
      ? ` or case when pg_input_is_valid(${text}, '${target.sql}') and pg_input_is_valid(${text}, 'numeric')
          then ${text}::numeric::${target.sql} <> ${text}::numeric else false end`
      : ''
  return {
    safe: false,
    using: `${text}::${cast}${cast === target.sql ? '' : `::${target.sql}`}`,
    unfit: `${text} is not null and (not pg_input_is_valid(${text}, '${target.sql}')${shape}${rounded})`,
    changed: `case when pg_input_is_valid(${text}, '${target.sql}') then ${text}::${target.sql}::text <> ${name} else false end`,
  }
}

function betweenNumbers(name: string, source: ParsedType, target: ParsedType): Conversion {
  const wider =
    (source.sql === 'integer' && (target.sql === 'bigint' || target.family === 'float')) ||
    (source.family === 'numeric' &&
      target.family === 'numeric' &&
      (target.length === null ||
        (source.length !== null &&
          target.scale >= source.scale &&
          target.length - target.scale >= source.length - source.scale))) ||
    (source.sql === 'integer' &&
      target.family === 'numeric' &&
      (target.length === null || target.length - target.scale >= 10)) ||
    (source.sql === 'bigint' &&
      target.family === 'numeric' &&
      (target.length === null || target.length - target.scale >= 19))
  const using = `${name}::${target.sql}`
  if (wider) return { safe: true, using, unfit: null, changed: null }
  const text = `trim_scale(${name}::numeric)::text`
  return {
    safe: false,
    using,
    unfit: `${name} is not null and case when pg_input_is_valid(${text}, '${target.sql}')
      then trim_scale(${name}::numeric)::${target.sql}::numeric <> ${name}::numeric else true end`,
    changed: null,
  }
}

function isNumber(type: ParsedType): boolean {
  return type.family === 'integer' || type.family === 'numeric' || type.family === 'float'
}

function parseType(sql: string): ParsedType {
  const match = /^([a-z0-9 ]+?)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?\s*(without time zone)?$/i.exec(
    sql.trim(),
  )
  if (!match) return { family: 'other', sql: sql.trim().toLowerCase(), length: null, scale: 0 }
  const [, rawName = '', rawLength, rawScale] = match
  const lower = rawName.toLowerCase().replace(/\s+/g, ' ')
  const base = lower === 'character varying' ? 'varchar' : (SYNONYMS[lower] ?? lower)
  const length = rawLength === undefined ? null : Number(rawLength)
  const scale = rawScale === undefined ? 0 : Number(rawScale)
  switch (base) {
    case 'varchar':
      return { family: 'text', sql: length === null ? 'varchar' : `varchar(${length})`, length, scale: 0 }
    case 'text':
      return { family: 'text', sql: 'text', length: null, scale: 0 }
    case 'integer':
    case 'bigint':
    case 'smallint':
      return { family: 'integer', sql: base, length: null, scale: 0 }
    case 'double precision':
      return { family: 'float', sql: base, length: null, scale: 0 }
    case 'numeric':
      return {
        family: 'numeric',
        sql: length === null ? 'numeric' : `numeric(${length},${scale})`,
        length,
        scale,
      }
    case 'date':
      return { family: 'date', sql: 'date', length: null, scale: 0 }
    case 'timestamp':
      return {
        family: 'timestamp',
        sql: length === null ? 'timestamp' : `timestamp(${length})`,
        length,
        scale: 0,
      }
    default:
      return { family: 'other', sql: length === null ? base : `${base}(${length})`, length, scale: 0 }
  }
}
