import { patternFault } from '../compile/check/pattern-fault.ts'
import type { Property } from '../page/form.ts'
import { namedPattern } from '../rules/patterns.ts'
import { traitsOf } from '../widget/traits.ts'
import type { Notes } from './import-note.ts'

/** Words of other editors for rules that have a name here. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  num: 'n',
  number: 'n',
  numeric: 'n',
  double: 'n',
  float: 'n',
  int: 'z',
  integer: 'z',
  digits: 'natural',
  mail: 'e',
  mobile: 'm',
  phone: 'm',
  tel: 'landline',
  post: 'p',
  postcode: 'p',
  zipcode: 'p',
  letter: 's',
  idcard: 'id_card',
  identity: 'id_card',
  decimal: 'money',
}
/** Words that ask for a value. */
const REQUIRED: ReadonlySet<string> = new Set([
  '*',
  'req',
  'required',
  'notnull',
  'not_null',
  'notempty',
  'nn',
])
const UNIQUE: ReadonlySet<string> = new Set(['only', 'unique'])
/** Names of rules that every number meets, or that say something of a number. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['n', 'z', 'money', 'natural'])
/** What no text is without that is meant as a regular expression. */
const EXPRESSION = /[\^$\\[\](){}+*?|]/
/** Settings of other editors: an expression has nothing to repeat at its beginning. */
const SETTINGS = /^\s*\{/

/** Words of a rule as editors join them. */
function wordsOf(written: string): string[] {
  return written
    .split(/[,;|\s]+/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** True for a validation that (also) says that a value is needed. */
export function asksForValue(written: string): boolean {
  const words = wordsOf(written)
  // Among other characters the star is part of an expression.
  return words.every(isRule) && words.some(isRequired)
}

function isRule(word: string): boolean {
  return isRequired(word) || isUnique(word) || isNamed(word)
}

function isRequired(word: string): boolean {
  return REQUIRED.has(word.toLowerCase())
}

function isUnique(word: string): boolean {
  return UNIQUE.has(word.toLowerCase())
}

function isNamed(word: string): boolean {
  return namedPattern(ruleName(word)) !== null
}

function ruleName(word: string): string {
  if (namedPattern(word)) return word
  const lower = word.toLowerCase()
  return Object.hasOwn(OTHER_WORDS, lower) ? (OTHER_WORDS[lower] ?? lower) : lower
}

/** What a field is, as far as its validation asks. */
interface Validated {
  name: string
  view: string
  numeric: boolean
  dated: boolean
}

/**
 * Reads `field_valid_type`: names of rules, `only`, a regular expression. What other editors left there (`null`, `req`,
 * `limit,0,max,100,`) is no expression: as one it would refuse every value.
 */
export function fieldValidation(
  written: string,
  field: Validated,
  notes: Notes,
): Pick<Property, 'unique' | 'validType' | 'pattern'> {
  if (written === '') return {}
  const note = (why: string) => notes.add(field.name, `校验 "${written.slice(0, 100)}"`, why)
  const words = wordsOf(written)
  if (EXPRESSION.test(written) && !SETTINGS.test(written) && !words.every(isRule))
    return expression(written, field, note)
  const unique = words.some(isUnique) ? ({ unique: true } as const) : {}
  const names = [...new Set(words.filter((word) => isNamed(word) && !isRequired(word)).map(ruleName))]
  if (!words.every(isRule)) note('不是校验规则，也不是正则表达式，已忽略')
  const [name, ...more] = names
  if (name === undefined) return unique
  if (more.length > 0) note(`只使用第一个规则 ${name}`)
  const reason = notTyped(field, name)
  if (reason === null) return { ...unique, validType: name }
  note(reason)
  return unique
}

function expression(
  written: string,
  field: Validated,
  note: (why: string) => void,
): Pick<Property, 'pattern'> {
  const reason = notTyped(field, null)
  if (reason !== null) {
    note(reason)
    return {}
  }
  const pattern = /^\/(.*)\/[a-z]*$/s.exec(written)?.[1] ?? written
  const fault = patternFault(pattern)
  if (fault === null) return { pattern }
  note(`正则表达式不能在线性时间内执行：${fault}`)
  return {}
}

/** Why a pattern would only keep a record from being saved: what the field stores was not typed as a text. */
function notTyped({ view, numeric, dated }: Validated, rule: string | null): string | null {
  const { choices, calendar, hidden } = traitsOf(view)
  if (choices !== undefined || hidden) return `控件 ${view} 的值不由用户输入，不校验`
  if (dated || calendar !== undefined) return '日期和时间由控件保证格式，不校验'
  if (numeric && (rule === null || !OF_NUMBERS.has(rule))) return '数字由列的类型校验，不使用文本的规则'
  return null
}
