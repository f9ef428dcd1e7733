import type { Codec } from '#renderer/index.ts'

/** The stored text of a moment; what is no date is kept and shown, never silently dropped. */
export const codec: Codec<string | null> = {
  parse: (stored) => (stored === null || stored === undefined || stored === '' ? null : String(stored)),
  store: (value) => (value === '' ? null : value),
}
