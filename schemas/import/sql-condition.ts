import { comparisonRule } from '../page/comparison-words.ts'
import type { Comparison, Condition } from '../page/condition.ts'

/** Matches no record: what stands for a condition that cannot be carried over, so that nothing is shown to too many. */
export const NOTHING: Comparison = { field: 'id', rule: 'empty' }

/** A condition that is always true (`1=1`) and says nothing. */
const ALWAYS = Symbol('always')
type Parsed = Condition | typeof ALWAYS

type Token = { kind: 'word' | 'symbol' | 'number'; text: string } | { kind: 'string'; text: string }

const TOKEN =
  /\s+|'((?:[^'\\]|'')*)'|"((?:[^"\\]|"")*)"|(#\{\s*[\w.]+\s*\})|([A-Za-z_`][\w$`]*(?:\.[A-Za-z_`][\w$`]*)*)|(-?\d+(?:\.\d+)?)|(<>|!=|>=|<=|[=<>(),])/y
const MAX_DEPTH = 8
/** No dictionary of a form has more; longer text would only cost time. */
const MAX_LENGTH = 2000

/**
 * Reads the simple part of SQL conditions – comparisons of a column with a constant, joined by AND and OR – as data.
 * Null for everything else: functions, sub queries, arithmetic. Never guesses.
 */
export function parseSqlCondition(sql: string): Condition | null {
  if (sql.length > MAX_LENGTH) return null
  const tokens = tokenise(sql)
  if (!tokens) return null
  const reader = { tokens, at: 0 }
  const parsed = parseOr(reader, 0)
  if (parsed === null || reader.at < tokens.length) return null
  return parsed === ALWAYS ? null : parsed
}

interface Reader {
  tokens: readonly Token[]
  at: number
}

function tokenise(sql: string): Token[] | null {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < sql.length) {
    const match = TOKEN.exec(sql)
    if (!match) return null
    const [, single, double, variable, word, number, symbol] = match
    if (single !== undefined) tokens.push({ kind: 'string', text: single.replaceAll("''", "'") })
    else if (double !== undefined) tokens.push({ kind: 'string', text: double.replaceAll('""', '"') })
    else if (variable !== undefined) tokens.push({ kind: 'string', text: variable.replaceAll(/\s/g, '') })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.replaceAll('`', '') })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol })
  }
  return tokens.length > 0 ? tokens : null
}

function isWord(reader: Reader, word: string, ahead = 0): boolean {
  const token = reader.tokens[reader.at + ahead]
  return token?.kind === 'word' && token.text.toLowerCase() === word
}

function take(reader: Reader, text: string): boolean {
  const token = reader.tokens[reader.at]
  if (!token || token.kind === 'string' || token.text.toLowerCase() !== text) return false
  reader.at += 1
  return true
}

function parseOr(reader: Reader, depth: number): Parsed | null {
  return parseJoined(reader, depth, 'or', parseAnd)
}

function parseAnd(reader: Reader, depth: number): Parsed | null {
  return parseJoined(reader, depth, 'and', parseOne)
}

function parseJoined(
  reader: Reader,
  depth: number,
  word: 'and' | 'or',
  next: (reader: Reader, depth: number) => Parsed | null,
): Parsed | null {
  const parts: Parsed[] = []
  do {
    const part = next(reader, depth)
    if (part === null) return null
    parts.push(part)
  } while (take(reader, word))
  if (word === 'or' && parts.includes(ALWAYS)) return ALWAYS
  const said = parts.filter((part) => part !== ALWAYS)
  const [only] = said
  if (only === undefined) return ALWAYS
  if (said.length === 1) return only
  return word === 'and' ? { and: said } : { or: said }
}

function parseOne(reader: Reader, depth: number): Parsed | null {
  if (depth > MAX_DEPTH) return null
  if (take(reader, '(')) {
    const inner = parseOr(reader, depth + 1)
    return inner !== null && take(reader, ')') ? inner : null
  }
  const token = reader.tokens[reader.at]
  if (token?.kind === 'number') return parseAlways(reader)
  if (token?.kind !== 'word') return null
  reader.at += 1
  const field = (token.text.split('.').at(-1) ?? '').toLowerCase()
  if (take(reader, 'is')) {
    const negated = take(reader, 'not')
    return take(reader, 'null') ? { field, rule: negated ? 'not_empty' : 'empty' } : null
  }
  const negated = take(reader, 'not')
  if (take(reader, 'in')) return parseIn(reader, field, negated)
  if (take(reader, 'like')) return parseLike(reader, field, negated)
  const symbol = reader.tokens[reader.at]
  const rule = symbol?.kind === 'symbol' ? comparisonRule(symbol.text) : undefined
  if (negated || rule === undefined) return null
  reader.at += 1
  const value = parseConstant(reader)
  if (value === null) return null
  // SQL tells an empty text from a missing one; documents do not.
  if (value === '')
    return rule === 'eq' ? { field, rule: 'empty' } : rule === 'ne' ? { field, rule: 'not_empty' } : null
  return { field, rule, val: value }
}

/** Only `1=1`, which programs write to have something before AND. */
function parseAlways(reader: Reader): Parsed | null {
  const [left, middle, right] = reader.tokens.slice(reader.at, reader.at + 3)
  if (middle?.text !== '=' || right?.kind !== 'number' || left?.text !== right.text) return null
  reader.at += 3
  return ALWAYS
}

function parseConstant(reader: Reader): string | number | null {
  const token = reader.tokens[reader.at]
  if (!token || (token.kind !== 'string' && token.kind !== 'number')) return null
  // `${field}` stands for a value of the open form, which a document cannot name.
  if (token.text.includes('${')) return null
  reader.at += 1
  return token.kind === 'number' ? Number(token.text) : token.text
}

function parseIn(reader: Reader, field: string, negated: boolean): Condition | null {
  if (!take(reader, '(') || isWord(reader, 'select')) return null
  const values: (string | number)[] = []
  do {
    const value = parseConstant(reader)
    if (value === null) return null
    values.push(value)
  } while (take(reader, ','))
  return take(reader, ')') ? { field, rule: negated ? 'not_in' : 'in', val: values } : null
}

function parseLike(reader: Reader, field: string, negated: boolean): Condition | null {
  const pattern = parseConstant(reader)
  if (typeof pattern !== 'string') return null
  const [, before = '', body = '', after = ''] = /^(%?)([\s\S]*?)(%?)$/.exec(pattern) ?? []
  // A variable's name may hold an underscore; in the text itself it is a wildcard.
  if (body === '' || /[%_]/.test(body.replaceAll(/#\{[\w.]+\}/g, ''))) return null
  if (negated) return before && after ? { field, rule: 'not_like', val: body } : null
  if (before && after) return { field, rule: 'like', val: body }
  if (before) return { field, rule: 'left_like', val: body }
  return { field, rule: after ? 'right_like' : 'eq', val: body }
}

/** A table with what follows it: `sys_user where … order by …`. Null when it is more than that. */
export interface TableClause {
  table: string
  where: Condition | null
  order: string | null
}

/** Reads the table clause of a dictionary. */
export function parseTableClause(source: string): TableClause | null {
  if (source.length > MAX_LENGTH) return null
  const match =
    /^\s*([\p{L}\w$`.]+)(?:\s+(?!where\b|order\b)[A-Za-z]\w*)?(?:\s+where\s+([\s\S]*?))?(?:\s+order\s+by\s+([\s\S]+?))?\s*$/iu.exec(
      source,
    )
  if (!match) return null
  const [, name = '', condition, ordering] = match
  const where = condition === undefined ? null : parseSqlCondition(condition)
  if (condition !== undefined && where === null && !/^\s*1\s*=\s*1\s*$/.test(condition)) return null
  const order = /^(?:\w+\.)?(\w+)(?:\s+(asc|desc))?$/i.exec(ordering?.trim() ?? '')
  const direction = order?.[2]?.toLowerCase() === 'desc' ? ' desc' : ''
  return {
    table: (name.replaceAll('`', '').split('.').at(-1) ?? '').toLowerCase(),
    where,
    order: order?.[1] ? order[1].toLowerCase() + direction : null,
  }
}
