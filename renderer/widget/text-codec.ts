import type { Codec } from './widget.ts'

/** For controls that edit a stored value as one text; an empty text is no value. */
export const textCodec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}

/** For controls that know an empty value (pickers): a text that they cannot read is kept and shown, never dropped. */
export const rawTextCodec: Codec<string | null> = {
  parse: (stored) => (stored === null || stored === undefined || stored === '' ? null : String(stored)),
  store: (value) => (value === '' ? null : value),
}
