import { pointerOf } from './json-text.ts'

/** A copy without U+0000, the one character that PostgreSQL cannot store; tells where it stood. */
export function withoutZeros(
  value: unknown,
  found: (pointer: string) => void,
  place: readonly (string | number)[] = [],
): unknown {
  if (typeof value === 'string') {
    if (!value.includes('\0')) return value
    found(pointerOf(place))
    return value.replaceAll('\0', '')
  }
  if (Array.isArray(value)) return value.map((entry, at) => withoutZeros(entry, found, [...place, at]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, withoutZeros(entry, found, [...place, key])]),
  )
}
