import type { CompiledForm, RowError } from '#schemas/compile/model.ts'

/** What a line of a tree is called, and the parent that it names. */
export interface TreeLine {
  label: string
  /** Null where it names none, or a record that is stored. */
  parent: { text: string; isKnownMissing: boolean } | null
}

/** How the lines of a file stand below each other. */
export interface TreeLinks {
  /** Places of the lines that lines are to stand below. */
  under: ReadonlyMap<number, number>
  /** Lines whose parent cannot be told. */
  faults: ReadonlyMap<number, RowError>
}

/** Place of a line that is not taken in: nothing can stand below it. */
export const NO_ROW = -1

/** Finds the parents that lines name by their texts among the lines themselves, wherever they stand. */
export function treeLinks(form: CompiledForm, lines: readonly TreeLine[]): TreeLinks {
  const under = new Map<number, number>()
  const faults = new Map<number, RowError>()
  const { parent: field = '' } = form.tree ?? {}
  const title = form.fields.find(({ name }) => name === field)?.title ?? field
  const places = new Map<string, number[]>()
  for (const [at, { label }] of lines.entries()) {
    if (label === '') continue
    const same = places.get(label)
    if (same) same.push(at)
    else places.set(label, [at])
  }
  for (const [at, { parent }] of lines.entries()) {
    if (!parent) continue
    const { text } = parent
    const [place, ...more] = places.get(text) ?? []
    if (more.length > 0)
      faults.set(at, { field, message: `${title}“${text}”在文件中有多行，无法确定是哪一行` })
    else if (place !== undefined) under.set(at, place)
    else if (parent.isKnownMissing) faults.set(at, { field, message: `${title}“${text}”不存在` })
  }
  for (const at of ringed(under)) {
    under.delete(at)
    faults.set(at, {
      field,
      message: `${title}“${lines[at]?.parent?.text}”是该行自己或其下级，不能作为父级`,
    })
  }
  return { under, faults }
}

/** The lines that come back to themselves on their way up. */
function ringed(under: ReadonlyMap<number, number>): number[] {
  const seen = new Set<number>()
  const found: number[] = []
  for (const from of under.keys()) {
    const way: number[] = []
    let at: number | undefined = from
    while (at !== undefined && !seen.has(at)) {
      seen.add(at)
      way.push(at)
      at = under.get(at)
    }
    const first = at === undefined ? -1 : way.indexOf(at)
    if (first >= 0) found.push(...way.slice(first))
  }
  return found
}
