import type { Place } from '#schemas/api/presence.ts'

/** Where the user is in a grid, without the name of the sub table. */
export type GridPlace = Omit<Place, 'sub'>

/** The library does not say when an open editor is given up. */
const LOOK_AGAIN_MS = 500

/** Tells where the user is, whenever that is another place. */
export interface OwnPlace {
  /** Something has happened that may have moved the user. */
  look(): void
}

/** `where` answers the place as it is at that moment, null outside of the rows. */
export function createOwnPlace(
  where: () => GridPlace | null,
  tell: (place: GridPlace | null) => void,
): OwnPlace {
  let told = 'null'
  let again: ReturnType<typeof setTimeout> | undefined
  const lookNow = (): void => {
    again = undefined
    const place = where()
    const text = JSON.stringify(place)
    if (text !== told) tell(place)
    told = text
    if (place?.isEditing) again = setTimeout(lookNow, LOOK_AGAIN_MS)
  }
  return {
    look() {
      clearTimeout(again)
      // What is opening or closing has done so by then.
      again = setTimeout(lookNow)
    },
  }
}
