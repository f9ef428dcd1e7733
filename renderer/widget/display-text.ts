import type { Row, ShownField } from '#schemas/compile/model.ts'
import type { WidgetRegistry } from './registry.ts'

/** The text of a field's value in a record: the dictionary text that came with it, else what the widget makes of it. */
export function displayText(registry: WidgetRegistry, field: ShownField, row: Readonly<Row>): string {
  const value = Object.hasOwn(row, field.name) ? row[field.name] : null
  const given = row[`${field.name}_dictText`]
  // An empty text is one, too: the parent of a topmost node has no name.
  const text = typeof given === 'string' ? given : null
  const widget = registry.find('display', field.view)
  try {
    if (widget?.display) return widget.display(widget.codec.parse(value), field.options, text)
  } catch (error) {
    console.error(`display of ${field.view} (${field.name}) failed`, error)
  }
  if (text !== null) return text
  return value === null || value === undefined ? '' : String(value)
}
