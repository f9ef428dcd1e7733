/** Numbers that places among siblings may be. */
export interface PlaceRange {
  least: number
  most: number
}

/**
 * The places that change when the sibling at `at` is put there: `places` are those that are kept now, in the wanted order
 * (whoever has none stands last), and what the moved one has does not count. As few as possible change; null where there
 * is no room for all of them.
 */
export function changedPlaces(
  places: readonly (number | null)[],
  at: number,
  { least, most }: PlaceRange,
): ReadonlyMap<number, number> | null {
  const changed = new Map<number, number>()
  let last = least - 1
  for (const [index, place] of places.slice(0, at).entries()) {
    last = place === null ? Math.floor(last) + 1 : Math.max(place, last)
    if (place === null) changed.set(index, last)
  }
  const first = Math.floor(last) + 1
  const next = places[at + 1] ?? null
  // In the middle of a gap, so that there is room on both sides for what is moved later.
  last = next !== null && first < next ? Math.floor((first + Math.ceil(next) - 1) / 2) : first
  changed.set(at, last)
  for (let index = at + 1; index < places.length; index++) {
    const place = places[index] ?? null
    if (place === null || place > last) break
    last = Math.floor(last) + 1
    changed.set(index, last)
  }
  if (last <= most) return changed
  // Crowded at the end: all of them from the beginning.
  return places.length > most - least + 1 ? null : new Map(places.map((_, index) => [index, least + index]))
}
