import type { FormDocument, Property } from '../../page/form.ts'
import { checkColumn, checkTable, isColumn } from './check-dict.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import { formOfTable, type References } from './references.ts'

/** Columns that options name inside of the table that they name. */
const TABLE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  sel_tree: ['text', 'code', 'pidField', 'hasChildField'],
  link_down: ['txt', 'key', 'idField', 'pidField'],
}
/** Options that name fields of the same form, separated by commas. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  popup: 'destFields',
  link_down: 'linkField',
  cat_tree: 'textField',
}
/** Options without which the control has nothing to offer. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  popup: ['popupCode', 'orgFields', 'destFields'],
  sel_tree: ['table'],
  link_down: ['table'],
}

/** Checks what the options of a property refer to: tables, columns, reports and other fields. */
export function checkOptions(
  findings: Findings,
  document: FormDocument,
  place: Place,
  { view, options = {} }: Pick<Property, 'view' | 'options'>,
  references: References,
): void {
  const at = [...place, 'options']
  const needed = Object.hasOwn(NEEDED, view) ? (NEEDED[view] ?? []) : []
  const missing = needed.filter((key) => options[key] === undefined || options[key] === '')
  if (missing.length > 0)
    findings.warning(place, 'no-options', `控件 ${view} 缺少 options.${missing.join('、options.')}`)
  const { table } = options
  if (typeof table === 'string' && Object.hasOwn(TABLE_COLUMNS, view)) {
    checkTable(findings, [...at, 'table'], table, references)
    const form = formOfTable(references, table)
    for (const key of TABLE_COLUMNS[view] ?? []) {
      const column = options[key]
      if (form && typeof column === 'string' && column) checkColumn(findings, [...at, key], column, form)
    }
  }
  checkOwnFields(findings, document, at, view, options)
  if (view === 'popup') checkPopup(findings, at, options, references)
}

function checkOwnFields(
  findings: Findings,
  document: FormDocument,
  at: Place,
  view: string,
  options: Readonly<Record<string, unknown>>,
): void {
  const key = Object.hasOwn(OWN_FIELDS, view) ? (OWN_FIELDS[view] ?? '') : ''
  const named = options[key]
  if (typeof named !== 'string') return
  for (const field of named.split(',').map((part) => part.trim()))
    if (field && !isColumn(document, field))
      findings.warning([...at, key], 'unknown-field', `字段 "${field}" 不存在`, {
        suggestion: didYouMean(field, Object.keys(document.schema.properties)),
      })
}

function checkPopup(
  findings: Findings,
  at: Place,
  options: Readonly<Record<string, unknown>>,
  { reports, forms }: References,
): void {
  const { popupCode, orgFields, destFields } = options
  if (typeof orgFields === 'string' && typeof destFields === 'string') {
    const [from, to] = [orgFields.split(',').length, destFields.split(',').length]
    if (from !== to)
      findings.error(
        [...at, 'destFields'],
        'popup',
        `原始值和目标值数量不一致：orgFields ${from} 个，destFields ${to} 个`,
      )
  }
  if (
    typeof popupCode !== 'string' ||
    !popupCode ||
    !reports ||
    reports.has(popupCode) ||
    forms?.has(popupCode)
  )
    return
  findings.warning([...at, 'popupCode'], 'unknown-report', `报表 "${popupCode}" 不存在`, {
    suggestion: didYouMean(popupCode, [...reports, ...(forms?.keys() ?? [])]),
  })
}
