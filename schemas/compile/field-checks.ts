import { t } from '#schemas/text/text.ts'
import { valueRule } from '../rules/valid-type.ts'
import { digitsOf, isDate, isDatetime, isNumberText, isTime } from '../rules/wire-values.ts'
import type { NumberOptions } from '../widget/number.ts'
import { shownDigits, shownScale } from '../widget/number-format.ts'
import { traitsOf } from '../widget/traits.ts'
import { holdsSeveral } from './holds-several.ts'
import type { Field } from './model.ts'
import { isTimeField } from './normalise-value.ts'

/** The reason to refuse a value that is not empty, or null. */
export type Check = (value: unknown) => string | null

type CompilePattern = (pattern: string) => (text: string) => boolean

const INT_MAX = 2_147_483_647
const LONG_MAX = 9_223_372_036_854_775_807n
const EMAIL = '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$'
const URI = '^[a-zA-Z][a-zA-Z0-9+.\\-]*:[^\\s]+$'

/** The tests of a field in the order in which they are reported: kind of value first, then the document's wishes. */
export function fieldChecks(field: Field, compile: CompilePattern): Check[] {
  const { type } = field.column
  const numeric = type === 'int' || type === 'long' || type === 'double' || type === 'BigDecimal'
  const checks = numeric
    ? [...numberKind(field), ...numberLimits(field)]
    : [textKind(field), ...textLimits(field)]
  // A whole number may live in a text column.
  if (!numeric && field.property.type !== 'string') checks.push(...textAsNumber(field))
  // Stars may live in a property that is a text.
  else if (!numeric && traitsOf(field.view).numeric) checks.push(...numberLimits(field))
  const { mistake } = traitsOf(field.view)
  if (mistake) checks.push((value) => mistake(String(value)))
  checks.push(...choices(field), ...patterns(field, compile))
  return checks
}

function numberKind(field: Field): Check[] {
  const { title, column } = field
  const whole = column.type === 'int' || column.type === 'long' || field.property.type === 'integer'
  const digits = (value: unknown) =>
    typeof value === 'number' || typeof value === 'string' ? digitsOf(String(value)) : null
  const checks: Check[] = [
    (value) =>
      digits(value) === null
        ? t('{title}应为{value}', { title, value: whole ? t('整数') : t('数字') })
        : null,
    (value) => (whole && (digits(value)?.after ?? 0) > 0 ? t('{title}应为整数', { title }) : null),
  ]
  if (column.type === 'int')
    checks.push((value) => (Math.abs(Number(value)) > INT_MAX ? outOfRange(field, INT_MAX) : null))
  if (column.type === 'long') checks.push((value) => (fitsLong(value) ? null : outOfRange(field, LONG_MAX)))
  if (column.type === 'BigDecimal') {
    const scale = column.scale ?? 0
    const before = (column.length ?? 0) - scale
    checks.push(
      (value) =>
        (digits(value)?.after ?? 0) > scale
          ? t('{title}最多{scale}位小数', { title, scale: shownScale(scale, formatOf(field)) })
          : null,
      (value) =>
        (digits(value)?.before ?? 0) > before ? t('{title}整数部分最多{before}位', { title, before }) : null,
    )
  }
  return checks
}

/** Names the limits of the field, and where it has none those of its column. */
function outOfRange({ title, property }: Field, most: number | bigint): string {
  const { minimum, maximum } = property
  return t('{title}超出范围，应为{min}到{max}', {
    title,
    min: String(minimum ?? -most),
    max: String(maximum ?? most),
  })
}

function fitsLong(value: unknown): boolean {
  const text = String(value)
  // Written with an exponent or a point: far from the limit or over it, and no longer exact anyway.
  if (!/^-?\d+$/.test(text)) return Math.abs(Number(text)) < Number(LONG_MAX)
  if (text.length > 20) return false
  const whole = BigInt(text)
  return whole <= LONG_MAX && whole >= -LONG_MAX
}

function formatOf({ view, options }: Field): NumberOptions {
  return view === 'number' ? options : {}
}

/** The narrower of what the document and the kind of the field allow, told as the reader sees numbers. */
function numberLimits(field: Field): Check[] {
  const { title, property, view, options } = field
  const ofKind = traitsOf(view).limits?.(options)
  const minimum = furthest(Math.max, property.minimum, ofKind?.minimum)
  const maximum = furthest(Math.min, property.maximum, ofKind?.maximum)
  const steps = [property.multipleOf, ofKind?.multipleOf].filter((step) => step !== undefined)
  const shown = (limit: number) => shownDigits(String(limit), formatOf(field)) + unitOf(field)
  const checks: Check[] = []
  if (minimum !== undefined)
    checks.push((value) =>
      Number(value) < minimum ? t('{title}不能小于{minimum}', { title, minimum: shown(minimum) }) : null,
    )
  if (maximum !== undefined)
    checks.push((value) =>
      Number(value) > maximum ? t('{title}不能大于{maximum}', { title, maximum: shown(maximum) }) : null,
    )
  for (const multipleOf of steps)
    checks.push((value) =>
      isMultiple(Number(value), multipleOf)
        ? null
        : t('{title}应为{multipleOf}的倍数', { title, multipleOf: shown(multipleOf) }),
    )
  return checks
}

function furthest(
  pick: (...limits: number[]) => number,
  ...limits: readonly (number | undefined)[]
): number | undefined {
  const said = limits.filter((limit) => limit !== undefined)
  return said.length === 0 ? undefined : pick(...said)
}

const unitOf = (field: Field) => (formatOf(field).format === 'percent' ? '%' : '')

/** 0.3 is a multiple of 0.1, although binary fractions say otherwise. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}

function textKind(field: Field): Check {
  const { title, column } = field
  if (column.type === 'Date')
    return (value) =>
      typeof value === 'string' && isDate(value) ? null : t('{title}应为日期，如 2026-01-31', { title })
  if (column.type === 'Datetime')
    return (value) =>
      typeof value === 'string' && isDatetime(value)
        ? null
        : t('{title}应为日期时间，如 2026-01-31 08:30:00', { title })
  if (isTimeField(field))
    return (value) =>
      typeof value === 'string' && isTime(value) ? null : t('{title}应为时间，如 08:30:00', { title })
  return (value) => (typeof value === 'string' ? null : t('{title}应为文本', { title }))
}

function textLimits(field: Field): Check[] {
  const { title, property, column } = field
  const checks: Check[] = []
  const stored =
    column.type === 'string' ? (column.length ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  const longest = Math.min(property.maxLength ?? Number.POSITIVE_INFINITY, stored)
  if (Number.isFinite(longest))
    checks.push((value) =>
      exceeds(String(value), longest) ? t('{title}最多{longest}个字', { title, longest }) : null,
    )
  const shortest = property.minLength ?? 0
  if (shortest > 0)
    checks.push((value) =>
      exceeds(String(value), shortest - 1) ? null : t('{title}至少{shortest}个字', { title, shortest }),
    )
  return checks
}

/** Counts characters as PostgreSQL and JSON Schema do: by code point. */
function exceeds(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  if (text.length > limit * 2) return true
  let count = 0
  for (const _ of text) count += 1
  return count > limit
}

function textAsNumber(field: Field): Check[] {
  const { title, property } = field
  const wanted = property.type === 'integer' ? t('整数') : t('数字')
  return [
    (value) => (isNumberText(String(value)) ? null : t('{title}应为{wanted}', { title, wanted })),
    (value) =>
      property.type === 'integer' && digitsOf(String(value))?.after !== 0
        ? t('{title}应为整数', { title })
        : null,
    ...numberLimits(field),
  ]
}

function choices(field: Field): Check[] {
  const { title, property, dict } = field
  const several = holdsSeveral(field)
  const sets = [property.enum, Array.isArray(dict) ? dict.map((option) => option.value) : undefined]
  return sets.flatMap((values): Check[] => {
    if (!values) return []
    const allowed = new Set(values.map(String))
    return [
      (value) => {
        const text = String(value)
        const found =
          allowed.has(text) || (several && text.split(',').every((item) => item === '' || allowed.has(item)))
        return found ? null : t('{title}的值不在选项中', { title })
      },
    ]
  })
}

function patterns(field: Field, compile: CompilePattern): Check[] {
  const { title, property, view, options } = field
  const tests: { pattern: string; message: string }[] = []
  if (property.format === 'email') tests.push({ pattern: EMAIL, message: t('邮箱格式不正确') })
  if (property.format === 'uri') tests.push({ pattern: URI, message: t('请输入正确的网址') })
  if (property.pattern !== undefined)
    tests.push({ pattern: property.pattern, message: t('{title}格式不正确', { title }) })
  if (property.validType !== undefined) tests.push(...(valueRule(property.validType)?.tests ?? []))
  const { pattern, message: saying } = traitsOf(view).limits?.(options) ?? {}
  if (pattern !== undefined)
    tests.push({ pattern, message: saying?.(title) ?? t('{title}格式不正确', { title }) })
  return tests.map(({ pattern, message }): Check => {
    const matches = compile(pattern)
    const said = property.message ?? message
    return (value) => (matches(String(value)) ? null : said)
  })
}
