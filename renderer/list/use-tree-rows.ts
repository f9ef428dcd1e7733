import { useCallback, useMemo, useRef, useState } from 'react'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { DataClient, RequestError, RowSource } from '../data/data-client.ts'
import { asRequestError } from '../data/use-request.ts'
import { CHILD_ROWS } from '../model/child-rows.ts'
import { EVERYTHING } from '../model/list-state.ts'

/** The opened nodes of a tree list and the children that were loaded for them. */
export interface TreeRows {
  expanded: readonly string[]
  toggle(id: string, open: boolean): void
  /** Opens a node that is not open yet. */
  open(id: string): void
  /** Loads the children of every open node again, while the old ones stay. */
  reload(): void
  /** Closes everything: another query is another tree. */
  clear(): void
  /** Roots with what was loaded below them. */
  withChildren(roots: readonly Row[]): Row[]
}

/** Children of tree rows, loaded when their node is opened. */
export function useTreeRows(
  source: RowSource,
  tree: CompiledForm['tree'],
  client: DataClient,
  onError: (error: RequestError) => void,
): TreeRows {
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const [children, setChildren] = useState<Readonly<Record<string, readonly Row[]>>>({})
  // An answer that was asked for before the tree was cleared must not come back into it.
  const age = useRef(0)

  const load = useCallback(
    async (id: string) => {
      if (!tree) return
      const asked = age.current
      try {
        const found = await client.list(source, {
          pageNo: 1,
          pageSize: EVERYTHING,
          filter: { field: tree.parent, rule: 'eq', val: id },
          tree: 'children',
        })
        if (asked === age.current) setChildren((before) => ({ ...before, [id]: found.records }))
      } catch (caught) {
        if (asked !== age.current) return
        setExpanded((before) => before.filter((one) => one !== id))
        onError(asRequestError(caught))
      }
    },
    [client, source, tree, onError],
  )
  const toggle = useCallback(
    (id: string, open: boolean) => {
      setExpanded((before) => (open ? [...before, id] : before.filter((one) => one !== id)))
      if (open) void load(id)
    },
    [load],
  )
  const open = useCallback(
    (id: string) => {
      if (!expanded.includes(id)) toggle(id, true)
    },
    [expanded, toggle],
  )
  const reload = useCallback(() => {
    // What was loaded below closed nodes may be no longer true.
    setChildren((before) =>
      Object.fromEntries(Object.entries(before).filter(([id]) => expanded.includes(id))),
    )
    for (const id of expanded) void load(id)
  }, [expanded, load])
  const clear = useCallback(() => {
    age.current++
    setExpanded([])
    setChildren({})
  }, [])
  const withChildren = useCallback(
    (roots: readonly Row[]) => (tree ? attach(roots, children, tree.hasChild) : [...roots]),
    [tree, children],
  )
  return useMemo(
    () => ({ expanded, toggle, open, reload, clear, withChildren }),
    [expanded, toggle, open, reload, clear, withChildren],
  )
}

/** Marks the row that stands for children until they are there. */
const PLACEHOLDER = Symbol('placeholder')

/** Whether a row stands for children that are still to come: it is no record. */
export function isPlaceholder(row: Row): boolean {
  return PLACEHOLDER in row
}

/**
 * Nodes with children get them once they are loaded, and a placeholder before; who turns out to have none is a leaf. While
 * levels are loaded again, a row that was moved may be in two of them: it is shown once.
 */
function attach(
  rows: readonly Row[],
  children: Readonly<Record<string, readonly Row[]>>,
  mark: string,
  seen = new Set<string>(),
): Row[] {
  const own = rows.filter((row) => !seen.has(String(row.id)))
  for (const row of own) seen.add(String(row.id))
  return own.map((row) => {
    const id = String(row.id)
    const loaded = Object.hasOwn(children, id) ? children[id] : undefined
    if (loaded && loaded.length > 0) return { ...row, [CHILD_ROWS]: attach(loaded, children, mark, seen) }
    return String(row[mark] ?? '0') === '1' && !loaded
      ? { ...row, [CHILD_ROWS]: [{ id: `${id}/…`, [PLACEHOLDER]: true }] }
      : row
  })
}
