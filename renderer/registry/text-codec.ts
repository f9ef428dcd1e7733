import type { Codec } from './widget.ts'

/** For controls that edit a stored value as one text; an empty text is no value. */
export const textCodec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}
