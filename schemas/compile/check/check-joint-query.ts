import type { FormDocument } from '../../page/form.ts'
import { traitsOf } from '../../widget/traits.ts'
import { subFieldOf } from '../joint-query.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import type { References } from './references.ts'

type QueryItem = NonNullable<NonNullable<FormDocument['list']>['query']>[number]

/** Checks a filter that asks of the rows of a sub table; false for one that is none. */
export function checkJointQuery(
  findings: Findings,
  document: FormDocument,
  place: Place,
  item: QueryItem,
  { forms }: References,
): boolean {
  const name = typeof item === 'string' ? item : item.field
  const asked = subFieldOf(name)
  if (!asked) return false
  const at = typeof item === 'string' ? place : [...place, 'field']
  const subs = document.subTables ?? []
  const sub = subs.find(({ code }) => code === asked.code)
  if (!sub) {
    findings.error(at, 'unknown-sub-table', `表单没有子表 "${asked.code}"`, {
      suggestion: didYouMean(
        asked.code,
        subs.map(({ code }) => code),
      ),
    })
    return true
  }
  if (typeof item !== 'string')
    for (const word of ['view', 'options', 'dict'] as const)
      if (item[word] !== undefined)
        findings.warning([...place, word], 'no-effect', `子表字段以其自己的控件查询，${word} 不起作用`)
  const form = forms?.get(sub.code)
  // A sub table that is missing is told of once.
  if (!form) return true
  const { properties } = form.schema
  const property = Object.hasOwn(properties, asked.field) ? properties[asked.field] : undefined
  if (!property)
    findings.error(at, 'unknown-field', `子表 "${sub.code}" 没有字段 "${asked.field}"`, {
      suggestion: didYouMean(asked.field, Object.keys(properties)),
    })
  else if (asked.field === sub.foreignKey)
    findings.warning(at, 'no-effect', `字段 "${name}" 指向主表，不能作查询条件`)
  else if (traitsOf(property.view).secret)
    findings.warning(at, 'no-effect', `字段 "${name}" 的控件是 ${property.view}，不能作查询条件`)
  else if (property.db?.persist === false)
    findings.warning(at, 'no-effect', `字段 "${name}" 不存储，不能查询`)
  return true
}
