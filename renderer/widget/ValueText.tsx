import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useChoices } from '../data/use-choices.ts'
import { useLabels } from '../data/use-labels.ts'
import { useRequest } from '../data/use-request.ts'
import { comingText } from '../kit/coming-text.tsx'
import { displayText } from './display-text.ts'
import { useRenderer } from './renderer-context.tsx'

const NONE: readonly string[] = []
const NO_DICT = { view: '', options: {}, dict: null }

/** The text of a value that came without one: from the field's dictionary, its source, or what the widget knows. */
export function ValueText({ field, value }: { field: Field; value: unknown }) {
  const { registry } = useRenderer()
  const cell = registry.find('cell', field.view)?.cell
  const text = value === null || value === undefined ? '' : String(value)
  const values = text === '' ? NONE : holdsSeveral(field) ? text.split(',') : [text]
  const source = cell?.labels?.(field) ?? null
  const dict = useChoices(source === null ? field : NO_DICT, values, false)
  const labels = useLabels(source, values)
  const own = useRequest(
    async () => (source === null ? ((await cell?.loadTexts?.(values, field.options)) ?? null) : null),
    [cell, source, text],
  )
  const chosen = (one: string) => {
    const found = dict.textOf(one)
    return found === one ? undefined : (found ?? undefined)
  }
  const known = (one: string) => chosen(one) ?? labels?.get(one) ?? own.data?.get(one)
  const texts = values.map((one) => known(one))
  const row: Row = { [field.name]: value }
  // One unknown value and the widget decides: half a translation would mislead.
  if (texts.length > 0 && texts.every((one) => one !== undefined))
    row[`${field.name}_dictText`] = texts.join(',')
  const isComing = source === null ? dict.loading || own.loading : labels === null
  if (isComing && texts.some((one) => one === undefined)) return comingText(null)
  return <>{displayText(registry, field, row) || t('（空）')}</>
}
