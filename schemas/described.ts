import type { TSchema } from 'typebox'

/** Gives a fresh shape its description and examples: what editors show and the reference prints. */
export function described<T extends TSchema>(shape: T, description: string, ...examples: unknown[]): T {
  return Object.assign(shape, examples.length > 0 ? { description, examples } : { description })
}
