import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { useDict } from '../data/use-dict.ts'
import { useLabels } from '../data/use-labels.ts'
import { useRequest } from '../data/use-request.ts'
import { displayText } from './display-text.ts'

const NONE: readonly string[] = []

/** The text of a value that came without one: from the field's dictionary, its source, or what the widget knows. */
export function ValueText({ field, value }: { field: Field; value: unknown }) {
  const { registry } = useRenderer()
  const cell = registry.find('cell', field.view)?.cell
  const text = value === null || value === undefined ? '' : String(value)
  const values = text === '' ? NONE : holdsSeveral(field) ? text.split(',') : [text]
  const source = cell?.labels?.(field) ?? null
  const dict = useDict({ dict: field.dict, dictKey: source === null ? field.dictKey : null })
  const labels = useLabels(source, values)
  const own = useRequest(
    async () => (source === null ? ((await cell?.loadTexts?.(values, field.options)) ?? null) : null),
    [cell, source, text],
  )
  const known = (one: string) =>
    dict.options.find((option) => String(option.value) === one)?.text ??
    labels?.get(one) ??
    own.data?.get(one)
  const texts = values.map((one) => known(one))
  const row: Row = { [field.name]: value }
  // One unknown value and the widget decides: half a translation would mislead.
  if (texts.length > 0 && texts.every((one) => one !== undefined))
    row[`${field.name}_dictText`] = texts.join(',')
  return <>{displayText(registry, field, row) || '（空）'}</>
}
