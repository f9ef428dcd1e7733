import type { Codec } from './widget.ts'

/** A number, or a text that is none: kept as it was typed, so that the validator can say what is wrong with it. */
export const numberCodec: Codec<number | string | null> = {
  parse(stored) {
    if (stored === null || stored === undefined || stored === '') return null
    if (typeof stored === 'number') return stored
    const text = String(stored)
    const number = Number(text)
    // More digits than a double keeps stay text.
    return text.trim() !== '' && Number.isFinite(number) && String(number) === text ? number : text
  },
  store: (value) => (value === '' ? null : value),
}
