/** A row that stands below another one. */
interface Ties<Row> {
  id(row: Row): string
  parent(row: Row): string | null
}

/**
 * Rows that name their parents, as trees, in the order that they come in. One whose parent is not among them stands at the
 * top; rows that name each other as parents are reached from nowhere and left out, as is what `node` answers null for.
 */
export function forest<Row, Node>(
  rows: readonly Row[],
  { id, parent }: Ties<Row>,
  node: (row: Row, children: Node[]) => Node | null,
): Node[] {
  const ids = new Set(rows.map(id))
  const below = new Map<string | null, Row[]>()
  for (const row of rows) {
    const named = parent(row)
    const above = named !== null && ids.has(named) ? named : null
    const siblings = below.get(above)
    if (siblings) siblings.push(row)
    else below.set(above, [row])
  }
  const level = (above: string | null): Node[] =>
    (below.get(above) ?? []).flatMap((row) => node(row, level(id(row))) ?? [])
  return level(null)
}

/** Records that have `id` and `parentId`, each with its children where it has some. */
export function nested<Row extends { id: string; parentId: string }>(
  rows: readonly Row[],
): (Row & { children?: Row[] })[] {
  return forest<Row, Row>(rows, { id: (row) => row.id, parent: (row) => row.parentId }, (row, children) =>
    children.length > 0 ? { ...row, children } : row,
  )
}
