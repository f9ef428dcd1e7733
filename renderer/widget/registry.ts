import { isLoadedPart } from '../kit/lazy-part.ts'
import type { Surface, Widget } from './widget.ts'

const SURFACES: readonly Surface[] = ['field', 'cell', 'filter', 'display']

/** Finds the widget for a name on a surface. Immutable: built once and passed down. */
export interface WidgetRegistry {
  find(surface: Surface, name: string): Widget | null
  /**
   * Asks for the programs that draw these widgets on a surface, all at once; null when every one is there. Resolves when
   * each has arrived or failed: one that failed says so where it is drawn.
   */
  load(surface: 'field' | 'filter', names: Iterable<string>): Promise<unknown> | null
}

/** Builds a registry. A name claimed twice on one surface throws, so that order never decides. */
export function createRegistry(widgets: readonly Widget[]): WidgetRegistry {
  const bySurface = new Map<Surface, Map<string, Widget>>()
  for (const surface of SURFACES) {
    const found = new Map<string, Widget>()
    for (const widget of widgets) {
      if (!widget[surface]) continue
      for (const name of new Set([widget.kind, ...(widget.names[surface] ?? [])])) {
        const other = found.get(name)
        if (other)
          throw new Error(`Widgets ${other.kind} and ${widget.kind} both claim "${name}" as ${surface}`)
        found.set(name, widget)
      }
    }
    bySurface.set(surface, found)
  }
  return {
    find: (surface, name) => bySurface.get(surface)?.get(name) ?? null,
    load(surface, names) {
      const parts = [...new Set(names)].flatMap((name) => {
        const part: unknown = bySurface.get(surface)?.get(name)?.[surface]
        return isLoadedPart(part) && !part.isLoaded() ? [part] : []
      })
      return parts.length === 0 ? null : Promise.allSettled(parts.map((part) => part.load()))
    },
  }
}
