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

/** Columns without which the table of a control offers nothing. */
const NEEDED_COLUMNS: ReadonlySet<string> = new Set(['text', 'code', 'txt', 'key', 'idField', 'pidField'])

/** A property under check; `repair` makes do without what its options point to. */
interface Examined {
  place: Place
  name: string
  property: Pick<Property, 'view' | 'options'>
  repair: () => void
}

/** Checks what the options of a property refer to: tables, columns, reports and other fields. */
export function checkOptions(
  findings: Findings,
  document: FormDocument,
  { place, name, property: { view, options = {} }, repair }: Examined,
  references: References,
): void {
  const at = [...place, 'options']
  const needed = Object.hasOwn(NEEDED, view) ? (NEEDED[view] ?? []) : []
  const missing = needed.filter((key) => options[key] === undefined || options[key] === '')
  if (missing.length > 0)
    findings.warning(place, 'no-options', `控件 ${view} 缺少 options.${missing.join('、options.')}`, {
      // A lower level of linked dropdowns says nothing of its own; a definition that is being imported is not judged yet.
      repair: references.forms && !isLowerLevel(document, name) ? repair : undefined,
    })
  const { table } = options
  if (typeof table === 'string' && Object.hasOwn(TABLE_COLUMNS, view)) {
    checkTable(findings, [...at, 'table'], table, references, repair)
    const form = formOfTable(references, table)
    for (const key of TABLE_COLUMNS[view] ?? []) {
      const column = options[key]
      if (form && typeof column === 'string' && column)
        checkColumn(findings, [...at, key], column, form, NEEDED_COLUMNS.has(key) ? repair : undefined)
    }
  }
  checkOwnFields(findings, document, at, view, options)
  if (view === 'popup') checkPopup(findings, at, options, references, repair)
}

/** True for a field that a linked dropdown above fills. */
function isLowerLevel({ schema }: FormDocument, name: string): boolean {
  return Object.values(schema.properties).some(
    ({ view, options }) =>
      view === 'link_down' &&
      typeof options?.linkField === 'string' &&
      options.linkField.split(',').some((field) => field.trim() === name),
  )
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
  references: References,
  repair: () => void,
): void {
  const { reports, forms } = references
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
  if (typeof popupCode !== 'string' || !popupCode || reports?.has(popupCode)) return
  const form = formOfTable(references, popupCode)
  if (form && typeof orgFields === 'string')
    for (const column of orgFields.split(',').map((part) => part.trim()))
      if (column) checkColumn(findings, [...at, 'orgFields'], column, form)
  if (form || !reports) return
  findings.warning([...at, 'popupCode'], 'unknown-report', `报表 "${popupCode}" 不存在`, {
    suggestion: didYouMean(popupCode, [...reports, ...(forms?.keys() ?? [])]),
    repair,
  })
}
