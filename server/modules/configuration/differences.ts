import { createHash } from 'node:crypto'
import { type Difference, inOrder } from '#schemas/api/configuration.ts'

/** Longest value that is shown of a side. */
const MAX_SHOWN = 300

interface Found {
  path: readonly string[]
  given: unknown
  here: unknown
}

/** What two values differ in, down to the smallest part that both have. Nothing and null are the same. */
export function differences(
  given: unknown,
  here: unknown,
  keeps: (path: readonly string[]) => boolean = () => false,
): Difference[] {
  return walk([], given, here)
    .filter(({ path, given: one }) => one !== undefined || !keeps(path))
    .map(({ path, given: one, here: other }) => ({
      place: path.join(' › '),
      given: shown(one),
      here: shown(other),
    }))
}

/** Names a value: the same for the same one, whatever the order of its keys. */
export function markOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(value)))
    .digest('hex')
    .slice(0, 16)
}

function walk(path: readonly string[], given: unknown, here: unknown): Found[] {
  if (isNothing(given) && isNothing(here)) return []
  if (isRecord(given) && isRecord(here)) {
    const names = [...new Set([...Object.keys(given), ...Object.keys(here)])].sort()
    return names.flatMap((name) => walk([...path, name], given[name], here[name]))
  }
  // Members of a list that tell themselves apart were made an object before; other lists are one value.
  if (JSON.stringify(inOrder(given)) === JSON.stringify(inOrder(here))) return []
  return [{ path, given: given ?? undefined, here: here ?? undefined }]
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string | null {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(inOrder(value))
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** A list as an object, by what tells its members apart. */
export function byName<T>(list: readonly T[], nameOf: (one: T) => string): Record<string, T> {
  return Object.fromEntries(list.map((one) => [nameOf(one), one]))
}
