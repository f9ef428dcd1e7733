import type { DeclaredRoute } from '../../server/http/access.ts'

type Shape = Readonly<Record<string, unknown>>

/** Names of a record that are told; the rest is counted. */
const MOST_NAMES = 6

/** What `result` of a route holds, in a few words. */
export function answerText({ schema }: DeclaredRoute): string {
  const shape = (schema?.response as { 200?: Shape } | undefined)?.[200]
  if (!shape) return 'no JSON'
  const { properties } = shape as { properties?: Record<string, Shape> }
  return properties && 'success' in properties && 'timestamp' in properties
    ? shapeText(properties.result ?? {})
    : `${shapeText(shape)}, without envelope`
}

function shapeText(shape: Shape): string {
  const { type, properties, items, open, $defs, $ref, patternProperties, anyOf } = shape as {
    type?: string
    properties?: Record<string, Shape>
    items?: Shape
    open?: string
    $defs?: Record<string, Shape>
    $ref?: string
    patternProperties?: object
    anyOf?: Shape[]
  }
  if (open !== undefined) return open.startsWith('made of') ? open : 'record of the document'
  if ($defs) return `tree of ${shapeText($defs[$ref ?? ''] ?? {})}`
  if (type === 'array') return `list of ${shapeText(items ?? {})}`
  if (properties && 'records' in properties && 'total' in properties)
    return `page of ${shapeText((properties.records as { items?: Shape }).items ?? properties.records ?? {})}`
  if (properties) return `{${namesText(Object.keys(properties))}}`
  if (patternProperties) return 'values by name'
  if (anyOf) return 'one of several'
  if (type === 'null') return 'nothing'
  if (type === 'string') return 'text'
  return type === 'integer' || type === 'number' ? 'number' : (type ?? 'any')
}

function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? `, … ${more} more` : ''}`
}
