import type { Codec } from './widget.ts'

/** For controls that edit comma-separated values; empty parts are dropped, order is kept. */
export const listCodec: Codec<string[]> = {
  parse: (stored) =>
    stored === null || stored === undefined
      ? []
      : String(stored)
          .split(',')
          .filter((part) => part !== ''),
  store: (values) => (values.length > 0 ? values.join(',') : null),
}
