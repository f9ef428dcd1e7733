import type { DepartNode, DepartParents } from '#schemas/api/depart.ts'

/** What a path is made of. */
export interface NamedDepart {
  id: string
  parentId: string | null
  departName: string
}

/** The departments on the way to each of those asked for, the highest first and itself at the end. */
export function parentsOf(all: readonly DepartNode[], asked: readonly DepartNode[]): DepartParents {
  const byId = new Map(all.map((depart) => [depart.id, depart]))
  return Object.fromEntries(
    asked.map((depart) => {
      const way = new Map<string, DepartNode>()
      for (let at: DepartNode | undefined = depart; at && !way.has(at.id); at = byId.get(at.parentId))
        way.set(at.id, at)
      return [depart.id, { parentIds: [...way.keys()].reverse(), parentMap: Object.fromEntries(way) }]
    }),
  )
}

/** The names on the way to each department, the highest first, by its id: `公司/部门`. */
export function pathsOf(all: readonly NamedDepart[]): Map<string, string> {
  const byId = new Map(all.map((depart) => [depart.id, depart]))
  const paths = new Map<string, string>()
  for (const depart of all) {
    const names: string[] = []
    const seen = new Set<string>()
    let at: NamedDepart | undefined = depart
    while (at !== undefined && !seen.has(at.id)) {
      seen.add(at.id)
      names.unshift(at.departName)
      at = byId.get(at.parentId ?? '')
    }
    paths.set(depart.id, names.join('/'))
  }
  return paths
}
