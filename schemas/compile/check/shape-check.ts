import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { DICT_CODE_PATTERN } from '../../page/dict.ts'
import { DOCUMENT_KINDS, type DocumentKind, definitions } from '../definition-schema.ts'
import { didYouMean } from './near-miss.ts'

/** A place where the shape of a document is broken. */
export interface ShapeFault {
  /** JSON pointer of the value that is wrong (of the object, for a missing or unknown key). */
  pointer: string
  /** The unknown or missing key. */
  key: string | null
  keyword: string
  message: string
  suggestion?: string
  /** What the schema expects there: lets a repair know whether text may become a number. */
  expected: unknown
}

interface Checker {
  byKind: Map<DocumentKind, ValidateFunction>
  branch(schema: object): ValidateFunction
}

let ready: Checker | null = null

/** Compiled on first use: a server that starts does not pay for what it may not need. */
function checker(): Checker {
  if (ready) return ready
  const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, validateFormats: false })
  const $defs = definitions()
  const branches = new WeakMap<object, ValidateFunction>()
  ready = {
    byKind: new Map(DOCUMENT_KINDS.map((kind) => [kind, ajv.compile({ $ref: `#/$defs/${kind}`, $defs })])),
    branch(schema) {
      const known = branches.get(schema)
      if (known) return known
      const compiled = ajv.compile({ allOf: [schema], $defs })
      branches.set(schema, compiled)
      return compiled
    },
  }
  return ready
}

/** Every place where a document departs from the meta-schema, told once and as closely as possible. */
export function shapeFaults(kind: DocumentKind, document: unknown): ShapeFault[] {
  const validate = checker().byKind.get(kind)
  if (!validate || validate(document)) return []
  return explain(validate.errors ?? [])
}

function explain(errors: readonly ErrorObject[], prefix = ''): ShapeFault[] {
  const real = errors.filter(({ keyword }) => keyword !== 'if' && keyword !== 'allOf')
  const choices = real.filter(({ keyword }) => keyword === 'anyOf')
  const outermost = choices.filter(
    (error) =>
      !choices.some((other) => other !== error && isBelow(error.instancePath, other.instancePath, true)),
  )
  const plain = real.filter(
    (error) => !outermost.some((choice) => isBelow(error.instancePath, choice.instancePath, false)),
  )
  const faults = plain.map((error) => fault(error, prefix))
  const seen = new Set<string>()
  for (const choice of outermost) {
    if (seen.has(choice.instancePath)) continue
    seen.add(choice.instancePath)
    faults.push(...explainChoice(choice, prefix))
  }
  return faults
}

/** True for a pointer under another one; `strictly` leaves the same place out. */
function isBelow(pointer: string, other: string, strictly: boolean): boolean {
  return (!strictly && pointer === other) || pointer.startsWith(`${other}/`)
}

/** Of several allowed shapes, the errors of the one that was plainly meant. */
function explainChoice(error: ErrorObject, prefix: string): ShapeFault[] {
  const named = (error.schema as object[]).filter((schema) => isNamed(schema, error.data))
  const [one] = named
  if (one && named.length === 1) {
    const validate = checker().branch(one)
    validate(error.data)
    return explain(validate.errors ?? [], prefix + error.instancePath)
  }
  const branches = (error.schema as object[]).map((schema) => {
    const validate = checker().branch(schema)
    validate(error.data)
    return validate.errors ?? []
  })
  const possible = branches.filter(
    (errors) => !errors.some(({ instancePath, keyword }) => instancePath === '' && WRONG_BRANCH.has(keyword)),
  )
  // A key that one shape does not know and another does tells that the other is meant.
  const unknown = possible.map(unknownKeys)
  const meant = possible.filter((_, at) =>
    unknown.every((others) => [...(unknown[at] ?? [])].every((key) => others.has(key))),
  )
  const [only] = meant
  if (only && meant.length === 1) return explain(only, prefix + error.instancePath)
  // Each shape has its own key and several are there: which one was meant is not known.
  const keys = (error.schema as object[]).flatMap((schema) =>
    'required' in schema && Array.isArray(schema.required) && schema.required.length === 1
      ? schema.required.map(String)
      : [],
  )
  const present = keys.filter((key) => Object.hasOwn(Object(error.data), key))
  const isAlternative = keys.length === branches.length && present.length > 1
  return [
    {
      pointer: prefix + error.instancePath,
      key: null,
      keyword: 'anyOf',
      ...(isAlternative ? {} : suggestionOf(error)),
      message: isAlternative
        ? `${present.join('、')} 只能写一个`
        : `应为${(error.schema as object[]).map(shortly).join('，或')}`,
      expected: error.parentSchema,
    },
  ]
}

/** Whether a value names the shape by its fixed word, as `"kind": "board"` does. */
function isNamed(schema: object, value: unknown): boolean {
  const { properties = {} } = schema as { properties?: Record<string, { const?: unknown }> }
  return Object.entries(properties).some(
    ([key, of]) =>
      of.const !== undefined && Object.hasOwn(Object(value), key) && Object(value)[key] === of.const,
  )
}

function unknownKeys(errors: readonly ErrorObject[]): ReadonlySet<string> {
  const found = errors.filter(
    ({ instancePath, keyword }) => instancePath === '' && keyword === 'additionalProperties',
  )
  return new Set(found.map(({ params }) => String(params.additionalProperty)))
}

/** Where one of the shapes is a word out of a list, a misspelt word is likely one of them. */
function suggestionOf({ schema, data }: ErrorObject): { suggestion?: string } {
  const words = (schema as object[]).flatMap((one) =>
    'enum' in one && Array.isArray(one.enum) ? one.enum.map(String) : [],
  )
  const suggestion = typeof data === 'string' ? didYouMean(data, words) : undefined
  return suggestion === undefined ? {} : { suggestion }
}

const WRONG_BRANCH: ReadonlySet<string> = new Set(['type', 'required', 'const', 'enum'])

/** A wrong value, as far as a line of a terminal has room for it. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > 50 ? `${text.slice(0, 50)}…` : text
}

const TYPES: Readonly<Record<string, string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: 'true 或 false',
  object: '对象',
  array: '数组',
  null: 'null',
}

function shortly(schema: object): string {
  if ('enum' in schema && Array.isArray(schema.enum))
    return schema.enum.map((value) => JSON.stringify(value)).join('、')
  if ('required' in schema && Array.isArray(schema.required)) return `含 ${schema.required.join('、')} 的对象`
  if ('type' in schema) return typeNames(schema.type)
  return '其他形式'
}

function typeNames(type: unknown): string {
  return (Array.isArray(type) ? type : [type]).map((one) => TYPES[String(one)] ?? String(one)).join('、')
}

function fault(error: ErrorObject, prefix: string): ShapeFault {
  const { keyword, params, data } = error
  const base = { pointer: prefix + error.instancePath, key: null, keyword, expected: error.parentSchema }
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty)
      const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {})
      if (known.length === 0 && error.parentSchema?.patternProperties)
        return {
          ...base,
          key,
          keyword: 'name',
          message: `字段名 "${key}" 不合法：应以字母开头，只含字母、数字、下划线和 $，最多63个字符`,
        }
      return {
        ...base,
        key,
        message: `未知的关键字 "${key}"，应为 ${known.join('、') || '空对象'}`,
        suggestion: didYouMean(key, known),
      }
    }
    case 'required':
      return {
        ...base,
        key: String(params.missingProperty),
        message: `缺少 "${String(params.missingProperty)}"`,
      }
    case 'type':
      return { ...base, message: `应为${typeNames(params.type)}` }
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String)
      return {
        ...base,
        message: `${shown(data)} 无效，应为 ${allowed.join('、')} 之一`,
        suggestion: didYouMean(String(data), allowed),
      }
    }
    case 'const':
      return { ...base, message: `${shown(data)} 无效，应为 ${JSON.stringify(params.allowedValue)}` }
    case 'pattern':
      if (params.pattern === DICT_CODE_PATTERN)
        return { ...base, message: '字典编码应以字母开头，只含字母、数字和下划线' }
      return {
        ...base,
        message: `"${String(data)}" 不合法：应以字母开头，只含字母、数字、下划线和 $，最多63个字符`,
      }
    case 'minLength':
      return { ...base, message: '不能为空' }
    case 'maxLength':
      return { ...base, message: `不能超过${String(params.limit)}个字` }
    case 'minItems':
      return { ...base, message: `至少${String(params.limit)}项` }
    case 'maxItems':
      return { ...base, message: `最多${String(params.limit)}项` }
    case 'minimum':
      return { ...base, message: `应不小于${String(params.limit)}` }
    case 'exclusiveMinimum':
      return { ...base, message: `应大于${String(params.limit)}` }
    case 'maximum':
      return { ...base, message: `应不大于${String(params.limit)}` }
    default:
      return { ...base, message: error.message ?? '不符合文档格式' }
  }
}
