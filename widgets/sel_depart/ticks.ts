/** A department with those below it. */
export interface Depart {
  key: string
  title: string
  children: Depart[]
}

/** Keys of all departments, parents first. */
export function allKeys(departs: readonly Depart[]): string[] {
  return departs.flatMap((depart) => [depart.key, ...allKeys(depart.children)])
}

/** Departments whose name fits, with the way down to them. */
export function search(departs: readonly Depart[], keyword: string): Depart[] {
  return departs.flatMap((depart) => {
    const children = search(depart.children, keyword)
    return depart.title.includes(keyword) || children.length > 0 ? [{ ...depart, children }] : []
  })
}

/**
 * What is ticked after a department was ticked or unticked. Linked: with all below it; a department above is ticked when
 * all below it are. What the tree does not show (a department that is gone, or hidden by a search) keeps its tick.
 */
export function toggle(
  departs: readonly Depart[],
  ticked: readonly string[],
  key: string,
  linked: boolean,
): string[] {
  const on = !ticked.includes(key)
  const path = pathTo(departs, key)
  const depart = path[path.length - 1]
  const touched = new Set(linked && depart ? allKeys([depart]) : [key])
  const next = new Set(on ? [...ticked, ...touched] : ticked.filter((one) => !touched.has(one)))
  if (linked)
    for (const above of path.slice(0, -1).reverse()) {
      if (above.children.every((child) => next.has(child.key))) next.add(above.key)
      else next.delete(above.key)
    }
  return [...next]
}

/** Departments without a tick of their own that have one below. */
export function halfTicked(departs: readonly Depart[], ticked: readonly string[]): string[] {
  const set = new Set(ticked)
  const half: string[] = []
  const visit = (depart: Depart): boolean => {
    const below = depart.children.map(visit).some(Boolean)
    if (below && !set.has(depart.key)) half.push(depart.key)
    return below || set.has(depart.key)
  }
  for (const depart of departs) visit(depart)
  return half
}

function pathTo(departs: readonly Depart[], key: string): Depart[] {
  for (const depart of departs) {
    if (depart.key === key) return [depart]
    const below = pathTo(depart.children, key)
    if (below.length > 0) return [depart, ...below]
  }
  return []
}
