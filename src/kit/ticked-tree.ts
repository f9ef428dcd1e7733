/** An entry of the menu, or a button below it. */
export interface GrantNode {
  key: string
  title: string
  children?: GrantNode[]
}

/** The tree of rights with the way up from each node. */
export interface TickedTree<N extends GrantNode = GrantNode> {
  nodes: ReadonlyMap<string, N>
  parents: ReadonlyMap<string, string>
}

/** Indexes a tree of rights by key. */
export function parentsOf<N extends GrantNode & { children?: N[] }>(tree: readonly N[]): TickedTree<N> {
  const nodes = new Map<string, N>()
  const parents = new Map<string, string>()
  const walk = (level: readonly N[], parent: string | null) => {
    for (const node of level) {
      nodes.set(node.key, node)
      if (parent !== null) parents.set(node.key, parent)
      walk(node.children ?? [], node.key)
    }
  }
  walk(tree, null)
  return { nodes, parents }
}

/** Ticks a node: without the menus above it, it could not be reached. */
export function withParents(tree: TickedTree, ticked: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(ticked)
  for (let at: string | undefined = key; at !== undefined && !next.has(at); at = tree.parents.get(at))
    next.add(at)
  return next
}

/** Ticks a node and everything below it; what is above it stays as it is. */
export function withChildren(tree: TickedTree, ticked: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(ticked)
  const add = (node: GrantNode | undefined) => {
    if (!node) return
    next.add(node.key)
    for (const child of node.children ?? []) add(child)
  }
  add(tree.nodes.get(key))
  return next
}

/** Keys of these nodes and of all below them. */
export function keysIn(tree: readonly GrantNode[]): string[] {
  return tree.flatMap((node) => [node.key, ...keysIn(node.children ?? [])])
}

/** Nodes that are not ticked and have ticked ones below them. */
export function onTheWay(tree: TickedTree, ticked: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  for (const key of ticked)
    for (
      let above = tree.parents.get(key);
      above !== undefined && !found.has(above);
      above = tree.parents.get(above)
    )
      if (!ticked.has(above)) found.add(above)
  return [...found]
}

/** Unticks a node and everything below it, which could no longer be reached. */
export function withoutChildren(tree: TickedTree, ticked: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(ticked)
  const drop = (node: GrantNode | undefined) => {
    if (!node) return
    next.delete(node.key)
    for (const child of node.children ?? []) drop(child)
  }
  drop(tree.nodes.get(key))
  return next
}

/** The nodes whose title holds a word, with the way to them; everything for no word. */
export function matching(tree: readonly GrantNode[], word: string): GrantNode[] {
  if (word === '') return [...tree]
  return tree.flatMap((node) => {
    const { children, ...alone } = node
    const below = matching(children ?? [], word)
    if (node.title.includes(word)) return [node]
    return below.length > 0 ? [{ ...alone, children: below }] : []
  })
}

/** True when both hold the same. */
export function sameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((entry) => other.has(entry))
}
