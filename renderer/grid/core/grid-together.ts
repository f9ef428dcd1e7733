import { createOwnPlace, type GridPlace } from './features/own-place.ts'
import type { GridChanges } from './grid-changes.ts'
import type { ControllerOptions } from './grid-controller.types.ts'
import type { GridParts } from './grid-parts.ts'
import type { GridTogether } from './grid-together.types.ts'

/** What a grid with these parts does with others; `look` is called whenever the user may have moved. */
export function createGridTogether(
  parts: GridParts,
  changes: GridChanges,
  { events }: Pick<ControllerOptions, 'events'>,
): GridTogether & { look(): void } {
  const place = createOwnPlace(
    () => placeIn(parts),
    (told) => events().onPlace?.(told),
  )
  return {
    look: place.look,
    setOthers(people) {
      parts.others.set(people)
      parts.view?.repaint()
    },
    editedRow: () => (parts.view?.isEditing() ? (placeIn(parts)?.row ?? '') : null),
    received(arrived) {
      const rows = parts.source.rows()
      parts.texts.look(
        rows.filter(({ key }) => arrived.has(key)),
        true,
      )
      changes.checks.skip(rows)
      if (arrived.size > 0) parts.reloaded.show(arrived)
      changes.refresh()
    },
  }
}

/** Where the user is now; of a row that is not saved yet nobody else knows. */
function placeIn({ view, source, shown }: GridParts): GridPlace | null {
  const at = view?.selected()
  const row = at && source.rows()[at.row]
  if (!at || !row) return null
  return {
    row: row.isNew ? null : row.key,
    field: row.isNew ? null : (shown[at.column]?.name ?? null),
    isEditing: view?.isEditing() === true,
  }
}
