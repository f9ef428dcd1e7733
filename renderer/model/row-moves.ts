import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { RowMove } from '../data/data-client.ts'
import { CHILD_ROWS } from './child-rows.ts'

/** Where a row is let go: before or after another one, or below it. */
export type DropZone = 'before' | 'after' | 'into'
type Tree = NonNullable<CompiledForm['tree']>

/** Id of the row above, as the row says it; '' at the top. */
export function parentOf(tree: Tree, row: Row): string {
  const parent = row[tree.parent]
  return parent === null || parent === undefined || String(parent) === tree.root ? '' : String(parent)
}

/** A loaded row and the rows of its level; null where it is not among those. */
export function findRow(rows: readonly Row[], id: string): { row: Row; level: readonly Row[] } | null {
  for (const row of rows) {
    if (String(row.id) === id) return { row, level: rows }
    const found = findRow(below(row), id)
    if (found) return found
  }
  return null
}

function below(row: Row): readonly Row[] {
  return (row[CHILD_ROWS] as Row[] | undefined) ?? []
}

/**
 * What letting `id` go at `target` means; null where it stands there already, or would come below itself or below a row
 * that is not shown: whoever may not see one puts nothing below it.
 */
export function dropAt(
  tree: Tree,
  rows: readonly Row[],
  id: string,
  target: string,
  zone: DropZone,
): RowMove | null {
  const moved = findRow(rows, id)
  const at = findRow(rows, target)
  if (!moved || !at || findRow([moved.row], target)) return null
  const from = parentOf(tree, moved.row)
  if (zone === 'into') return { id, from, parent: target }
  const parent = parentOf(tree, at.row)
  if (parent !== from && parent !== '' && !findRow(rows, parent)) return null
  const neighbour = neighbourOf(tree, at.level, at.row, zone === 'before' ? -1 : 1)
  if (parent === from && neighbour && String(neighbour.id) === id) return null
  return { id, from, parent, [zone]: target }
}

/** What moving a row one place up (-1) or down (1) means; null where it is the first or last that is shown. */
export function stepBy(tree: Tree, rows: readonly Row[], id: string, by: -1 | 1): RowMove | null {
  const found = findRow(rows, id)
  const neighbour = found && neighbourOf(tree, found.level, found.row, by)
  if (!found || !neighbour) return null
  const parent = parentOf(tree, found.row)
  const { id: next } = neighbour
  return { id, from: parent, parent, [by < 0 ? 'before' : 'after']: String(next) }
}

/** The next row of a level below the same parent: at the top stand also rows whose own parent is not shown. */
function neighbourOf(tree: Tree, level: readonly Row[], row: Row, by: -1 | 1): Row | undefined {
  const siblings = level.filter((one) => one.id !== undefined && parentOf(tree, one) === parentOf(tree, row))
  return siblings[siblings.indexOf(row) + by]
}
