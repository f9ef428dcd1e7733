import { useEffect, useState } from 'react'
import type { RequestError, TreeNode } from './data-client.ts'
import type { LazyTreeNode } from './use-lazy-tree.ts'
import { useRequest } from './use-request.ts'

/** Typing rests this long before the server is asked (ms). */
const SEARCH_DELAY_MS = 300

/** A node that was found: `path` are the names down to it, itself included, as far as they are known. */
export interface FoundNode {
  value: string
  title: string
  path: readonly string[]
}

export interface TreeSearch {
  /** What is typed; the control shows it. */
  keyword: string
  setKeyword(keyword: string): void
  /** Matches as a flat level of the tree; null while nothing is searched for. */
  nodes: readonly LazyTreeNode[] | null
  /** Name of a node that was found. */
  nameOf(value: string): string | undefined
  busy: boolean
  error: RequestError | null
}

/** Searches all levels of a tree on the server; the tree itself knows only those that were opened. */
export function useTreeSearch(
  source: string,
  search: (keyword: string, signal: AbortSignal) => Promise<readonly FoundNode[]>,
): TreeSearch {
  const [keyword, setKeyword] = useState('')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(keyword.trim()), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [keyword])
  const { data, loading, error } = useRequest(
    async (signal) => ({ settled, found: settled === '' ? [] : await search(settled, signal) }),
    [source, settled],
  )
  const searched = keyword.trim()
  const found = data?.found ?? []
  const nodes =
    searched === ''
      ? null
      : data?.settled === searched
        ? found.map(({ value, path }) => ({
            id: value,
            pId: '',
            value,
            title: path.join(' / '),
            isLeaf: true,
          }))
        : []
  return {
    keyword,
    setKeyword,
    nodes,
    nameOf: (value) => found.find((node) => node.value === value)?.title,
    busy: searched !== '' && (loading || data?.settled !== searched) && !error,
    error: searched === '' ? null : error,
  }
}

/** Nodes of a whole tree whose name holds the keyword. */
export function searchNodes(
  nodes: readonly TreeNode[],
  keyword: string,
  above: readonly string[] = [],
): FoundNode[] {
  return nodes.flatMap((node) => {
    const path = [...above, node.title]
    const own = node.title.includes(keyword) ? [{ value: node.value, title: node.title, path }] : []
    return [...own, ...searchNodes(node.children ?? [], keyword, path)]
  })
}
