/** How rows are sorted for the eye. */
export interface Sort {
  name: string
  descending: boolean
}

interface Keyed {
  readonly key: string
}

/** Rows in the order of what they say: numbers as numbers, texts as Chinese has them, empty ones last; equals as they were. */
export function sortedKeys<R extends Keyed>(
  rows: readonly R[],
  textOf: (row: R) => string | number,
  descending: boolean,
): string[] {
  const sign = descending ? -1 : 1
  return rows
    .map((row) => ({ key: row.key, text: textOf(row) }))
    .sort((one, other) => {
      if (one.text === '' || other.text === '') return Number(one.text === '') - Number(other.text === '')
      return sign * compare(one.text, other.text)
    })
    .map(({ key }) => key)
}

const CHINESE = new Intl.Collator('zh-CN', { numeric: true })

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return CHINESE.compare(String(one), String(other))
}

/**
 * Places of the rows as they are seen: those that were sorted stay where they are also when they are changed, a new one
 * comes below the row that it follows, at the bottom where it follows all.
 */
export function followOrder(keys: readonly string[], rows: readonly Keyed[]): number[] {
  const placeOf = new Map(rows.map(({ key }, at) => [key, at]))
  const order = keys.flatMap((key) => placeOf.get(key) ?? [])
  const sorted = new Set(order)
  const lastSorted = rows.findLastIndex((_, at) => sorted.has(at))
  const below = new Map<number, number[]>()
  let leader = -1
  for (const at of rows.keys())
    if (sorted.has(at)) leader = at
    else {
      const place = at > lastSorted ? Number.POSITIVE_INFINITY : leader
      below.set(place, [...(below.get(place) ?? []), at])
    }
  return [
    ...(below.get(-1) ?? []),
    ...order.flatMap((at) => [at, ...(below.get(at) ?? [])]),
    ...(below.get(Number.POSITIVE_INFINITY) ?? []),
  ]
}
