/** Those that others read come first. Of a circle, which the check refuses, the order is that of the list. */
export function inOrder<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  readsOf: (item: T) => ReadonlySet<string>,
): T[] {
  const byName = new Map(items.map((item) => [nameOf(item), item]))
  const placed = new Set<T>()
  const place = (item: T) => {
    if (placed.has(item)) return
    placed.add(item)
    for (const name of readsOf(item)) {
      const read = byName.get(name)
      if (read) place(read)
    }
    ordered.push(item)
  }
  const ordered: T[] = []
  for (const item of items) place(item)
  return ordered
}

/** The names of a circle in a graph, the first one again at its end; null where there is none. */
export function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (name: string): string[] | null => {
    const begun = path.indexOf(name)
    if (begun >= 0) return [...path.slice(begun), name]
    if (done.has(name)) return null
    path.push(name)
    for (const next of graph.get(name) ?? []) {
      const circle = graph.has(next) ? visit(next) : null
      if (circle) return circle
    }
    path.pop()
    done.add(name)
    return null
  }
  for (const name of graph.keys()) {
    const circle = visit(name)
    if (circle) return circle
  }
  return null
}
