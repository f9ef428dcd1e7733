import { NAMED_PATTERNS } from '../rules/patterns.ts'
import { evaluateCondition, type Variables } from './evaluate-condition.ts'
import type { CompiledForm, Field, Row, RowError } from './model.ts'
import { isSystemColumn } from './system-columns.ts'

/** Makes a test from a pattern. The browser uses RegExp; the server brings an engine of linear time. */
export type Matcher = (pattern: string) => (text: string) => boolean

/** How a row is to be looked at. */
export interface ValidateOptions {
  /** Only the fields that the row names: the others keep their stored values. */
  partial?: boolean
  variables?: Variables
}

/** The validator of one form: the same in browser, API and import. */
export interface RowValidator {
  /** Reasons why the row is refused; empty when it may be kept. */
  validate(row: Row, options?: ValidateOptions): RowError[]
  /** Reasons why one field is refused, in a row. */
  validateField(name: string, row: Row, options?: ValidateOptions): string | null
  /** The row in stored form: '' becomes null, numeric text a number, numbers of text columns text. Unknown keys stay. */
  normalise(row: Row): Row
  /** What the document's rules say of the row's fields. */
  states(row: Row, variables?: Variables): FieldStates
}

/** Fields whose state differs from the document's own because of a rule. */
export interface FieldStates {
  required: ReadonlySet<string>
  hidden: ReadonlySet<string>
  readOnly: ReadonlySet<string>
}

const INT4_MAX = 2_147_483_647
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const NUMERIC = /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const NUMBER_COLUMNS = new Set(['int', 'long', 'double', 'BigDecimal'])
const CHOICE_VIEWS = new Set(['list', 'radio', 'checkbox', 'list_multi', 'sel_search', 'switch'])

const regExp: Matcher = (pattern) => {
  const compiled = new RegExp(pattern, 'u')
  return (text) => compiled.test(text)
}

interface FieldCheck {
  field: Field
  title: string
  patterns: { test: (text: string) => boolean; message: string }[]
}

/** Builds the validator of a form. Patterns are made once, here. */
export function createRowValidator(form: CompiledForm, match: Matcher = regExp): RowValidator {
  const checks = new Map<string, FieldCheck>()
  for (const field of form.fields) {
    if (isSystemColumn(field.name)) continue
    checks.set(field.name, { field, title: field.title || field.name, patterns: patternsOf(field, match) })
  }

  const states = (row: Row, variables?: Variables): FieldStates => {
    const required = new Set<string>()
    const hidden = new Set<string>()
    const readOnly = new Set<string>()
    for (const rule of form.rules) {
      const applies = evaluateCondition(rule.if, row, variables)
      if (applies) {
        for (const name of rule.then.require ?? []) required.add(name)
        for (const name of rule.then.hide ?? []) hidden.add(name)
        for (const name of rule.then.readonly ?? []) readOnly.add(name)
      } else {
        // `show` means: shown only when the condition holds.
        for (const name of rule.then.show ?? []) hidden.add(name)
      }
    }
    return { required, hidden, readOnly }
  }

  const normalise = (row: Row): Row => {
    const result: Row = Object.create(null)
    for (const [name, value] of Object.entries(row)) {
      const check = checks.get(name)
      result[name] = check ? stored(check.field, value) : value
    }
    return result
  }

  const judge = (check: FieldCheck, row: Row, now: FieldStates): string | null => {
    const value = Object.hasOwn(row, check.field.name) ? stored(check.field, row[check.field.name]) : null
    if (value === null || value === undefined) {
      const required =
        (check.field.required || now.required.has(check.field.name)) && !now.hidden.has(check.field.name)
      return required ? (check.field.property.message ?? requiredMessage(check)) : null
    }
    return valueMessage(check, value)
  }

  return {
    normalise,
    states,
    validate(row, options = {}) {
      const now = states(row, options.variables)
      const errors: RowError[] = []
      for (const check of checks.values()) {
        if (!check.field.persist) continue
        if (options.partial && !Object.hasOwn(row, check.field.name)) continue
        const message = judge(check, row, now)
        if (message !== null) errors.push({ field: check.field.name, message })
      }
      return errors
    },
    validateField(name, row, options = {}) {
      const check = checks.get(name)
      return check ? judge(check, row, states(row, options.variables)) : null
    },
  }
}

function patternsOf(field: Field, match: Matcher): FieldCheck['patterns'] {
  const { pattern, validType, message } = field.property
  const found: FieldCheck['patterns'] = []
  const named =
    validType !== undefined && Object.hasOwn(NAMED_PATTERNS, validType) ? NAMED_PATTERNS[validType] : null
  for (const [source, text] of [
    [named?.pattern, named?.message],
    [pattern, `${field.title}格式不正确`],
  ]) {
    if (!source) continue
    try {
      found.push({ test: match(source), message: message ?? text ?? '' })
    } catch {
      // The checker reports a pattern that no engine accepts; refusing every value would lock the record.
    }
  }
  return found
}

function requiredMessage({ field, title }: FieldCheck): string {
  return `${CHOICE_VIEWS.has(field.view) || field.view.startsWith('sel_') || field.view === 'date' ? '请选择' : '请输入'}${title}`
}

/** A value as the table will hold it, as far as that needs no judgement. */
function stored(field: Field, value: unknown): unknown {
  if (value === '' || value === undefined) return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(',')
  if (NUMBER_COLUMNS.has(field.column.type)) {
    if (typeof value !== 'string') return value
    const text = value.trim()
    if (text === '') return null
    if (!NUMERIC.test(text)) return value
    // A number that a double cannot hold keeps its digits as text.
    const number = Number(text)
    return Number.isSafeInteger(number) || text.replace(/[-.]/g, '').length <= 15 ? number : text
  }
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return value
}

function valueMessage(check: FieldCheck, value: unknown): string | null {
  const { field, title } = check
  if (NUMBER_COLUMNS.has(field.column.type)) return numberMessage(check, value) ?? enumMessage(check, value)
  if (typeof value !== 'string') return `${title}应为文本`
  if (value.includes('\u0000')) return `${title}含有不允许的字符`
  return textMessage(check, value)
}

function textMessage({ field, title, patterns }: FieldCheck, value: string): string | null {
  const { maxLength, minLength } = field.property
  if (field.column.type === 'Date' || field.property.format === 'date') {
    if (!isDate(value.slice(0, 10)) || (value.length > 10 && !isDateTime(value)))
      return `${title}应为日期（YYYY-MM-DD）`
  } else if (field.column.type === 'Datetime' || field.property.format === 'datetime') {
    if (!isDateTime(value) && !isDate(value)) return `${title}应为时间（YYYY-MM-DD HH:mm:ss）`
  } else if (field.view === 'time' || field.property.format === 'time') {
    if (!TIME.test(value)) return `${title}应为时间（HH:mm:ss）`
  }
  const limit = Math.min(
    maxLength ?? Number.POSITIVE_INFINITY,
    field.column.length ?? Number.POSITIVE_INFINITY,
  )
  // Characters, not UTF-16 units: PostgreSQL counts an emoji as one.
  const length =
    value.length > Math.min(limit, minLength ?? limit) || minLength ? [...value].length : value.length
  if (length > limit) return `${title}最多${limit}个字`
  if (minLength !== undefined && length < minLength) return `${title}最少${minLength}个字`
  if (field.property.format === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return '邮箱格式不正确'
  if (field.property.format === 'uri' && !/^https?:\/\/\S+$/.test(value))
    return '请输入以http和https开头的网址'
  for (const { test, message } of patterns) if (!test(value)) return message
  return enumMessage({ field, title, patterns }, value)
}

function numberMessage({ field, title }: FieldCheck, value: unknown): string | null {
  const { property, column } = field
  const text = String(value)
  if ((typeof value !== 'number' && typeof value !== 'string') || !NUMERIC.test(text))
    return `${title}应为数字`
  const number = Number(text)
  if (!Number.isFinite(number)) return `${title}应为数字`
  const whole = property.type === 'integer' || column.type === 'int' || column.type === 'long'
  if (whole && !/^-?\d+$/.test(text) && !Number.isInteger(number)) return `${title}应为整数`
  if (column.type === 'int' && Math.abs(number) > INT4_MAX) return `${title}超出范围（最大${INT4_MAX}）`
  if (column.type === 'long' && Math.abs(number) > 9.2e18) return `${title}超出范围`
  if (column.type === 'BigDecimal' && column.length !== null) {
    const digits = column.length - (column.scale ?? 0)
    if (Math.abs(number) >= 10 ** digits) return `${title}整数部分最多${digits}位`
  }
  if (property.minimum !== undefined && number < property.minimum)
    return `${title}不能小于${property.minimum}`
  if (property.maximum !== undefined && number > property.maximum)
    return `${title}不能大于${property.maximum}`
  if (property.multipleOf !== undefined && !isMultiple(number, property.multipleOf))
    return `${title}应为${property.multipleOf}的倍数`
  return null
}

function isMultiple(number: number, step: number): boolean {
  const quotient = number / step
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient))
}

/** Membership in `enum` and in a dictionary that stands in the document; others are the server's to know. */
function enumMessage({ field, title }: FieldCheck, value: unknown): string | null {
  const allowed = field.property.enum
  if (allowed && !allowed.some((one) => String(one) === String(value))) return `${title}不在可选范围内`
  if (!Array.isArray(field.dict) || !CHOICE_VIEWS.has(field.view)) return null
  const values = new Set(field.dict.map((option) => String(option.value)))
  const many = field.view === 'checkbox' || field.view === 'list_multi'
  const chosen = many ? String(value).split(',').filter(Boolean) : [String(value)]
  return chosen.every((one) => values.has(one)) ? null : `${title}不在可选范围内`
}

function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (!match) return false
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  // Year 0 does not exist in PostgreSQL.
  return (
    year >= 1 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  )
}

function isDateTime(text: string): boolean {
  return (
    text.length === 19 &&
    (text[10] === ' ' || text[10] === 'T') &&
    isDate(text.slice(0, 10)) &&
    TIME.test(text.slice(11))
  )
}
