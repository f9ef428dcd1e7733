import type { Surface, Widget } from './widget.ts'

const SURFACES: readonly Surface[] = ['field', 'cell', 'filter', 'display']

/** Finds the widget for a name on a surface. Immutable: built once and passed down. */
export interface WidgetRegistry {
  find(surface: Surface, name: string): Widget | null
  names(surface: Surface): readonly string[]
  /** A new registry with more widgets, e.g. slots of a host page. */
  with(...more: readonly Widget[]): WidgetRegistry
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
    names: (surface) => [...(bySurface.get(surface)?.keys() ?? [])],
    with: (...more) => createRegistry([...widgets, ...more]),
  }
}
