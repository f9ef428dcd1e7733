import { pointerOf } from './json-text.ts'

/** U+0000, which PostgreSQL cannot store, and halves of a character (lone surrogates), which no UTF-8 has. */
const UNSTORABLE = /\0|\p{Surrogate}/u

/** A text without what cannot be stored. */
export function withoutUnstorable(text: string): string {
  return UNSTORABLE.test(text) ? text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd') : text
}

/** A copy without characters that cannot be stored; tells where they stood. */
export function withoutZeros(
  value: unknown,
  found: (pointer: string) => void,
  place: readonly (string | number)[] = [],
): unknown {
  if (typeof value === 'string') {
    if (!UNSTORABLE.test(value)) return value
    found(pointerOf(place))
    return withoutUnstorable(value)
  }
  if (Array.isArray(value)) return value.map((entry, at) => withoutZeros(entry, found, [...place, at]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, withoutZeros(entry, found, [...place, key])]),
  )
}
