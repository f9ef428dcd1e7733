/** A JSON Schema, as far as the reference shows of it. */
export interface Shape {
  type?: string | string[]
  description?: string
  examples?: unknown[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  required?: string[]
  $ref?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** The shape, or one that says nothing. */
export function shapeOf(shape: Shape | undefined): Shape {
  return shape ?? {}
}

/** The object among several allowed shapes. */
export function objectOf(shape: Shape | undefined): Shape {
  return shape?.anyOf?.find(({ type }) => type === 'object') ?? shapeOf(shape)
}

/** Objects of which one is written, as one table: what each of them needs is not needed by all. */
export function alternatives(shape: Shape | undefined): Shape {
  return { properties: Object.assign({}, ...(shape?.anyOf ?? []).map(({ properties }) => properties)) }
}

/** A table of keywords, each with an example. */
export function keywords(shape: Shape, without: readonly string[] = []): string {
  const rows = Object.entries(shape.properties ?? {})
    .filter(([name]) => !without.includes(name))
    .map(([name, entry]) => {
      const needed = shape.required?.includes(name) ? ' **(required)**' : ''
      const examples = (entry.examples ?? constant(entry)).map((example) => code(example)).join('<br>')
      return `| \`${name}\`${needed} | ${typeText(entry)} | ${cell(entry.description ?? refText(entry))} | ${examples} |`
    })
  return ['| keyword | value | meaning | example |', '|---|---|---|---|', ...rows, ''].join('\n')
}

function constant(entry: Shape): unknown[] {
  if (entry.$ref === '#/$defs/condition') return [{ field: 'status', rule: 'eq', val: '1' }]
  if (entry.const !== undefined) return [entry.const]
  return entry.enum ? entry.enum.slice(0, 1) : []
}

function refText(entry: Shape): string {
  return entry.$ref === '#/$defs/condition' ? 'A [condition](#condition).' : ''
}

function typeText(entry: Shape): string {
  if (entry.$ref) return entry.$ref.split('/').at(-1) ?? ''
  if (entry.const !== undefined) return code(entry.const)
  if (entry.enum) return entry.enum.map(code).join(', ')
  if (entry.anyOf) return [...new Set(entry.anyOf.map(typeText))].join(' or ')
  const limits = [entry.minimum, entry.maximum].some((limit) => limit !== undefined)
    ? ` ${entry.minimum ?? ''}–${entry.maximum ?? ''}`
    : entry.maxLength === undefined
      ? ''
      : ` up to ${entry.maxLength}`
  return `${String(entry.type ?? 'any')}${entry.type === 'array' && entry.items ? ` of ${typeText(entry.items)}` : ''}${limits}`
}

function code(value: unknown): string {
  return `\`${cell(JSON.stringify(value))}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** Objects of which one is written, a table each. */
export function eachOf(shape: Shape | undefined): string[] {
  return (shape?.anyOf ?? []).map((one) => keywords(one))
}
