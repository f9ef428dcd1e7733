import type { Codec } from '#renderer/index.ts'

/** Comma-separated values; empty parts are dropped, order is kept. */
export const codec: Codec<string[]> = {
  parse: (stored) =>
    stored === null || stored === undefined
      ? []
      : String(stored)
          .split(',')
          .filter((part) => part !== ''),
  store: (values) => (values.length > 0 ? values.join(',') : null),
}
