import { dumpRow, text } from './dump-row.ts'
import type { Notes } from './import-note.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Top-level menus of a list of rows. Rows that name another one of the list as their parent are put below it; rows that
 * are each other's parents would never be reached, so the first of them stands at the top.
 */
export function menuTrees(rows: readonly Json[], notes: Notes): Json[] {
  const entries = rows.map((row) => {
    const read = dumpRow(row)
    return { row, id: text(read, 'id'), parent: text(read, 'parent_id'), name: text(read, 'name') }
  })
  const ids = new Set(entries.map(({ id }) => id).filter(Boolean))
  const below = new Map<string, typeof entries>()
  for (const entry of entries)
    if (ids.has(entry.parent) && entry.parent !== entry.id)
      below.set(entry.parent, [...(below.get(entry.parent) ?? []), entry])
  const placed = new Set<(typeof entries)[number]>()
  const grown = new Set<string>()
  const treeOf = (entry: (typeof entries)[number]): Json => {
    placed.add(entry)
    // Of several rows with one id the first has what stands below.
    const mine = entry.id && !grown.has(entry.id) ? (below.get(entry.id) ?? []) : []
    grown.add(entry.id)
    const children = mine.filter((child) => !placed.has(child)).map(treeOf)
    const own = Array.isArray(entry.row.children) ? entry.row.children : []
    return children.length > 0 ? { ...entry.row, children: [...own, ...children] } : entry.row
  }
  const trees = entries.filter(({ id, parent }) => !ids.has(parent) || parent === id).map(treeOf)
  for (const entry of entries) {
    if (placed.has(entry)) continue
    notes.add(null, `菜单“${entry.name}”`, '上级菜单成环，放在顶级')
    trees.push(treeOf(entry))
  }
  return trees
}
