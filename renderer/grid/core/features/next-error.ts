import type { RowError } from '#schemas/compile/model.ts'

/** The first error behind a place, counted cell by cell through the lines; behind the last one the first comes again. */
export function nextError(
  errors: readonly RowError[],
  placeOf: (error: RowError) => number,
  from: number,
): RowError | null {
  const places = errors
    .map((error) => ({ error, place: placeOf(error) }))
    .sort((one, other) => one.place - other.place)
  return (places.find(({ place }) => place > from) ?? places[0])?.error ?? null
}
