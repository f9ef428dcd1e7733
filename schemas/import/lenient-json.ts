import JSON5 from 'json5'

/** JSON, or what people write for it in a text field (single quotes, bare keys, trailing commas); undefined when it is neither. */
export function parseLenient(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    try {
      return JSON5.parse(source)
    } catch {
      return undefined
    }
  }
}
