import type { GridController } from './grid-controller.types.ts'
import type { GridLook } from './grid-look.ts'
import type { GridParts } from './grid-parts.ts'
import { viewOfSource } from './seen-rows.ts'
import { prepareGridView } from './view/grid-view.ts'
import type { GridViewHost } from './view/view-host.ts'

let nextKey = 1

/** How a grid with these parts is drawn: by the library, or by other means. `commit` keeps what is being entered. */
export function createGridDrawings(
  parts: GridParts,
  host: GridViewHost,
  look: GridLook,
  commit: () => void,
): Pick<GridController, 'prepare' | 'drawBy'> {
  const { source, state } = parts
  return {
    prepare(element, licenseKey) {
      const drawn = () => [...parts.seen.list(source.rows().map(({ values }) => values))]
      const rows = drawn()
      const { settings, begin } = prepareGridView(element, host, {
        look: { ...look, rowHeight: state.get().rowHeight },
        licenseKey,
        rows,
      })
      return {
        key: nextKey++,
        settings,
        begin(hot) {
          const view = begin(hot)
          parts.view = viewOfSource(view, parts.seen)
          const now = drawn()
          // They may have changed between the preparation and the drawing.
          if (now.length !== rows.length || now.some((row, at) => row !== rows[at])) view.show(now)
          return () => {
            parts.view = null
          }
        },
      }
    },
    drawBy(view) {
      parts.view = viewOfSource(view, parts.seen)
      return () => {
        commit()
        parts.view = null
      }
    },
  }
}
