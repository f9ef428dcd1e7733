import type { Problem } from '../model.ts'
import { parseJsonText, pointerOf } from './json-text.ts'

/** A menu document's text and where it lies. */
export interface MenuText {
  path: string
  text: string
}

/** Entries whose `path` an earlier menu document has already: its address opens only one of the two. */
export function repeatedPaths(menus: readonly MenuText[]): { path: string; problem: Problem }[] {
  const owners = new Map<string, string>()
  return menus.flatMap(({ path, text }) => {
    const json = parseJsonText(text)
    const own = new Set<string>()
    const found = entriesOf(json.value, []).flatMap(({ page, pointer }) => {
      own.add(page)
      const owner = owners.get(page)
      if (owner === undefined) return []
      const problem: Problem = {
        severity: 'warning',
        fatal: false,
        code: 'duplicate',
        path: pointer,
        message: `路径 "${page}" 已用于 ${owner}`,
        ...json.locate(pointer, 'value'),
      }
      return [{ path, problem }]
    })
    for (const page of own) if (!owners.has(page)) owners.set(page, path)
    return found
  })
}

/** The pages of a menu; another system's address may stand in several places. */
function entriesOf(entry: unknown, place: readonly (string | number)[]): { page: string; pointer: string }[] {
  if (typeof entry !== 'object' || entry === null) return []
  const { path, external, children } = entry as { path?: unknown; external?: unknown; children?: unknown }
  const below = Array.isArray(children) ? children : []
  return [
    ...(typeof path === 'string' && path !== '' && external !== true
      ? [{ page: path, pointer: pointerOf([...place, 'path']) }]
      : []),
    ...below.flatMap((child: unknown, at) => entriesOf(child, [...place, 'children', at])),
  ]
}
