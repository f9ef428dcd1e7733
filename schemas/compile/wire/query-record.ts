import { isQueryGroup, type QueryGroup, type QueryRecord } from '../../page/advanced-query.ts'
import { comparisonRule } from '../../page/comparison-words.ts'
import type { Comparison, Condition, ConditionRule } from '../../page/condition.ts'
import { traitsOf } from '../../widget/traits.ts'
import { choiceSource } from '../choice-source.ts'
import type { Field } from '../model.ts'
import { inlineOptions } from './columns.ts'
import { wireDict } from './dict-columns.ts'
import { wireKind } from './wire-kind.ts'

/** What a condition of the advanced query says of its field, beside its name. */
export type QueryWords = Omit<QueryRecord, 'field' | 'rule' | 'val'>

/** The words of a field, as clients of the wire need them to draw its control. */
export function queryWords(field: Field): QueryWords {
  const options = inlineOptions(field)
  return {
    type: wireKind(field.view),
    dbType: field.column.type,
    ...(options ? { options } : dictWords(field)),
    ...returnWords(field),
    ...popupWords(field),
  }
}

function dictWords(field: Field): QueryWords {
  const source = choiceSource(field)
  const named = source && 'table' in source && source.table.declared === 'options' && !source.table.platform
  const words = named
    ? { dictTable: source.table.table, dictCode: source.table.value, dictText: source.table.text }
    : wireDict(field.dict, field.dictKey)
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== ''))
}

function returnWords({ view, options }: Field): QueryWords {
  const { choices, table } = traitsOf(view)
  if (choices !== 'platform') return {}
  const value = table?.(options).value ?? ''
  return { customReturnField: value === 'org_code' ? 'orgCode' : value }
}

function popupWords({ name, view, options }: Field): QueryWords {
  if (traitsOf(view).choices !== 'report') return {}
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    popup: {
      code: text(options.popupCode),
      field: name,
      orgFields: text(options.orgFields),
      destFields: text(options.destFields),
      multi: options.popupMulti === true,
    },
  }
}

/** A condition as the wire's group of records; `wordsOf` knows the fields. */
export function queryGroup(
  condition: Condition,
  wordsOf: (field: string) => QueryWords = () => ({}),
): QueryGroup {
  if ('field' in condition) return { matchType: 'and', records: [queryRecord(condition, wordsOf)] }
  const [matchType, parts] =
    'and' in condition ? (['and', condition.and] as const) : (['or', condition.or] as const)
  return {
    matchType,
    records: parts.map((part) => ('field' in part ? queryRecord(part, wordsOf) : queryGroup(part, wordsOf))),
  }
}

function queryRecord({ field, rule, val }: Comparison, wordsOf: (field: string) => QueryWords): QueryRecord {
  return { field, rule, ...(hasValue(rule) ? { val: wireValue(val) } : {}), ...wordsOf(field) }
}

/** Whether a rule compares with something. */
export function hasValue(rule: ConditionRule): boolean {
  return rule !== 'empty' && rule !== 'not_empty'
}

/** Several values are joined as every client of the wire joins them, unless that would make others of them. */
function wireValue(val: Comparison['val']): NonNullable<QueryRecord['val']> {
  if (val === null || val === undefined) return ''
  if (typeof val === 'boolean') return String(val)
  if (typeof val !== 'object') return val
  return val.some((one) => String(one).includes(',')) ? val : val.join(',')
}

/**
 * The condition that a group of records means; null where it holds none. A record without field, rule or value says nothing, a rule
 * that is not known makes the whole unreadable: without it more would be found than was meant.
 */
export function groupCondition({ matchType, records }: QueryGroup): Condition | null {
  const parts = records.flatMap((entry): Condition[] => {
    const part = isQueryGroup(entry) ? groupCondition(entry) : recordCondition(entry)
    return part ? [part] : []
  })
  if (parts.length === 0) return null
  return matchType === 'or' ? { or: parts } : { and: parts }
}

function recordCondition({ field, rule: word, val }: QueryRecord): Comparison | null {
  if (!field || !word) return null
  const rule = comparisonRule(word)
  if (!rule) throw new Error(`unknown rule ${word}`)
  if (!hasValue(rule)) return { field, rule }
  if (val === undefined || val === null || val === '') return null
  const several = rule === 'in' || rule === 'not_in'
  if (several) return { field, rule, val: typeof val === 'object' ? val : String(val).split(',') }
  return { field, rule, val: typeof val === 'object' ? val.join(',') : val }
}
