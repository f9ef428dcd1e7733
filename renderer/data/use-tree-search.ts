import { useEffect, useState } from 'react'
import type { LookupSource } from '#schemas/compile/choice-source.ts'
import type { Option, RequestError, TreeNode } from './data-client.ts'
import { SEARCH_DELAY_MS } from './search-delay.ts'
import type { LazyTreeNode } from './use-lazy-tree.ts'
import { useRequest } from './use-request.ts'

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
  /** What was found for the very text that is typed. */
  choices: readonly Option[]
  /** Asked for, but not there yet. */
  waiting: boolean
  /** Name of a node that was found. */
  nameOf(value: string): string | undefined
  error: RequestError | null
}

/** Searches all levels of a tree on the server; the tree itself knows only those that were opened. */
export function useTreeSearch(
  source: LookupSource | null,
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
  const isAnswered = data?.settled === searched
  const waiting = searched !== '' && (loading || !isAnswered) && !error
  const nodes =
    searched === ''
      ? null
      : isAnswered
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
    choices: searched !== '' && isAnswered ? found.map(({ value, title }) => ({ value, text: title })) : [],
    waiting,
    nameOf: (value) => found.find((node) => node.value === value)?.title,
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
