import { createHash } from 'node:crypto'

/** The same id for the same name, always: what is loaded again meets what was loaded before. */
export function stableId(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 32)
}
