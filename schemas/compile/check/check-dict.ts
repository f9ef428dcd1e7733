import type { Condition } from '../../page/condition.ts'
import type { FormDocument, Property } from '../../page/form.ts'
import { traitsOf } from '../../widget/traits.ts'
import { isSystemColumn } from '../system-columns.ts'
import { checkColor } from './color-name.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import { formOfTable, knownTables, missingForm, type References } from './references.ts'

/** Checks where the choices of a property come from; `repair` makes do without them. */
export function checkDict(
  findings: Findings,
  place: Place,
  owner: Pick<Property, 'dict'>,
  references: References,
  repair: () => void,
): void {
  const { dict } = owner
  if (dict === undefined) return
  const at = [...place, 'dict']
  if (typeof dict === 'string') {
    if (references.dicts && !references.dicts.has(dict))
      findings.warning(at, 'unknown-dict', `字典 "${dict}" 不存在`, {
        suggestion: didYouMean(dict, references.dicts),
        repair,
      })
    return
  }
  if (Array.isArray(dict)) {
    const seen = new Set<string>()
    for (const [index, option] of dict.entries()) {
      const { value } = option
      checkColor(findings, [...at, index], option)
      if (seen.has(String(value)))
        findings.error([...at, index, 'value'], 'duplicate-value', `选项值 "${value}" 重复`)
      seen.add(String(value))
    }
    return
  }
  checkTable(findings, [...at, 'table'], dict.table, references, repair)
  const form = formOfTable(references, dict.table)
  if (!form) return
  for (const key of ['value', 'text'] as const) checkColumn(findings, [...at, key], dict[key], form, repair)
  const [column = ''] = (dict.order ?? '').trim().split(/\s+/)
  if (column) checkColumn(findings, [...at, 'order'], column, form)
  if (dict.where) checkCondition(findings, [...at, 'where'], dict.where, form)
}

/** True for a control that is nothing without a dictionary where none (or one without an entry) is given. */
export function hasNoChoices({
  view,
  dict,
  enum: values,
}: Pick<Property, 'view' | 'dict' | 'enum'>): boolean {
  if (traitsOf(view).choices !== 'dict' || values !== undefined) return false
  return dict === undefined || (Array.isArray(dict) && dict.length === 0)
}

/** Warns where a table is neither a form document nor a source of the platform. */
export function checkTable(
  findings: Findings,
  place: Place,
  table: string,
  references: References,
  repair?: () => void,
): void {
  const tables = knownTables(references)
  if (tables && !tables.has(table))
    findings.warning(
      place,
      'unknown-table',
      references.unusable?.has(table)
        ? `表单文档 "${table}" ${missingForm(table, references)}`
        : `表 "${table}" 不存在（应为表单文档的编码，或平台表）`,
      { suggestion: didYouMean(table, tables), repair },
    )
}

/** Warns where a form has no such column. */
export function checkColumn(
  findings: Findings,
  place: Place,
  column: string,
  form: FormDocument,
  repair?: () => void,
): void {
  if (isColumn(form, column)) return
  findings.warning(place, 'unknown-column', `表单 "${form.code}" 没有字段 "${column}"`, {
    suggestion: didYouMean(column, Object.keys(form.schema.properties)),
    repair,
  })
}

/** True for a field of the document or a column of the platform. */
export function isColumn(form: FormDocument, name: string): boolean {
  return isSystemColumn(name, form) || Object.hasOwn(form.schema.properties, name)
}

/** Variables that documents may use, in both spellings of the wire. */
export const VARIABLES: ReadonlySet<string> = new Set(
  [
    'sys_user_id',
    'sys_user_code',
    'sys_user_name',
    'sys_org_code',
    'sys_multi_org_code',
    'sys_date',
    'sys_time',
    'tenant_id',
  ].flatMap((name) => [name, name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]),
)
const MAX_DEPTH = 12

/** Checks the fields and variables of a condition; what is unknown there matches no row. */
export function checkCondition(
  findings: Findings,
  place: Place,
  condition: Condition,
  form: FormDocument,
  depth = 0,
): void {
  if (depth > MAX_DEPTH) {
    findings.error(place, 'condition', `条件嵌套超过 ${MAX_DEPTH} 层，不会匹配任何记录`)
    return
  }
  if ('and' in condition || 'or' in condition) {
    const [key, parts] =
      'and' in condition ? (['and', condition.and] as const) : (['or', condition.or] as const)
    for (const [at, part] of parts.entries())
      checkCondition(findings, [...place, key, at], part, form, depth + 1)
    return
  }
  if (!isColumn(form, condition.field))
    findings.error([...place, 'field'], 'unknown-field', `条件中的字段 "${condition.field}" 不存在`, {
      suggestion: didYouMean(condition.field, Object.keys(form.schema.properties)),
    })
  const values = Array.isArray(condition.val) ? condition.val : [condition.val]
  for (const value of values) checkVariables(findings, [...place, 'val'], value, '条件不会匹配任何记录')
}

/** Reports variables of a text that do not exist, with what follows from it. */
export function checkVariables(
  findings: Findings,
  place: Place,
  value: unknown,
  effect: string,
  repair?: () => void,
): void {
  for (const [, variable = ''] of String(value ?? '').matchAll(/#\{\s*([\w.]+)\s*\}/g))
    if (!VARIABLES.has(variable))
      findings.error(place, 'unknown-variable', `变量 #{${variable}} 不存在，${effect}`, {
        suggestion: didYouMean(variable, VARIABLES),
        repair,
      })
}
