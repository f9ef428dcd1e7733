import type { FormDocument, Property } from '../../page/form.ts'
import { SLOT_NAMES } from '../../page/slot-names.ts'
import { filledFields, furtherLevels, namesIn } from '../../widget/named-fields.ts'
import { traitsOf } from '../../widget/traits.ts'
import { checkColumn, checkTable, isColumn } from './check-dict.ts'
import { checkColor } from './color-name.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import { formOfTable, type References } from './references.ts'

/** The only column of a table that choices can do without. */
const OPTIONAL_COLUMN = 'hasChildField'

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
  { place, name, property, repair }: Examined,
  references: References,
): void {
  const { view, options = {} } = property
  const { needs = [], tableColumns, choices, colors, slot } = traitsOf(view)
  const at = [...place, 'options']
  const missing = needs.filter((key) => options[key] === undefined || options[key] === '')
  if (missing.length > 0)
    findings.warning(place, 'no-options', `控件 ${view} 缺少 options.${missing.join('、options.')}`, {
      // A lower level of linked dropdowns says nothing of its own; a definition that is being imported is not judged yet.
      repair: references.forms && !isLowerLevel(document, name) ? repair : undefined,
    })
  const { table } = options
  if (typeof table === 'string' && tableColumns) {
    checkTable(findings, [...at, 'table'], table, references, repair)
    const form = formOfTable(references, table)
    for (const key of tableColumns) {
      const column = options[key]
      if (form && typeof column === 'string' && column)
        checkColumn(findings, [...at, key], column, form, key === OPTIONAL_COLUMN ? undefined : repair)
    }
  }
  if (slot !== undefined) checkSlot(findings, [...at, slot], options[slot])
  if (colors !== undefined)
    for (const [text, color] of Object.entries(options[colors] ?? {}))
      checkColor(findings, [...at, colors], { color: String(color) }, text)
  checkOwnFields(findings, document, at, property)
  checkLowerLevels(findings, document, name, property)
  if (choices === 'report') checkPopup(findings, at, options, references, repair)
}

function checkSlot(findings: Findings, place: Place, name: unknown): void {
  const names: readonly string[] = SLOT_NAMES
  if (typeof name !== 'string' || name === '' || names.includes(name)) return
  findings.warning(
    place,
    'unknown-slot',
    `插槽 "${name}" 不存在，显示为文本，应为 ${names.join('、')} 之一`,
    {
      suggestion: didYouMean(name, names),
    },
  )
}

/** True for a field that a linked dropdown above fills. */
function isLowerLevel({ schema }: FormDocument, name: string): boolean {
  return Object.values(schema.properties).some((property) => furtherLevels(property).includes(name))
}

function checkOwnFields(
  findings: Findings,
  document: FormDocument,
  at: Place,
  property: Examined['property'],
): void {
  const { fills = '' } = traitsOf(property.view)
  for (const field of filledFields(property))
    if (!isColumn(document, field))
      findings.warning([...at, fills], 'unknown-field', `字段 "${field}" 不存在`, {
        suggestion: didYouMean(field, Object.keys(document.schema.properties)),
      })
}

/** A linked dropdown draws its further levels itself: one that is a dropdown of its own stands in the form twice. */
function checkLowerLevels(
  findings: Findings,
  { schema }: FormDocument,
  name: string,
  property: Examined['property'],
): void {
  for (const lower of furtherLevels(property)) {
    const level =
      lower !== name && Object.hasOwn(schema.properties, lower) ? schema.properties[lower] : undefined
    if (!level || !traitsOf(level.view).chain || level.form === false) continue
    findings.warning(
      ['schema', 'properties', lower, 'view'],
      'contradiction',
      `字段 "${lower}" 是 "${name}" 的下一级，已随其显示，在表单中会出现两次；请写 "view": "text", "form": false`,
      {
        repair: () => {
          // With a table of its own it may be meant to stand alone.
          if (level.options?.table === undefined) level.form = false
        },
      },
    )
  }
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
    for (const column of namesIn(orgFields)) checkColumn(findings, [...at, 'orgFields'], column, form)
  if (form || !reports) return
  findings.warning([...at, 'popupCode'], 'unknown-report', `报表 "${popupCode}" 不存在`, {
    suggestion: didYouMean(popupCode, [...reports, ...(forms?.keys() ?? [])]),
    repair,
  })
}
