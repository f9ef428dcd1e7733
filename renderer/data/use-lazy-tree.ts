import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LookupSource } from '#schemas/compile/choice-source.ts'
import { t } from '#schemas/text/text.ts'
import { useClient } from './client-context.ts'
import type { RequestError, TreeNode } from './data-client.ts'
import { asRequestError, useRequest } from './use-request.ts'

/** A node of a flat list that names its parent (`''` for roots). */
export interface LazyTreeNode {
  id: string
  pId: string
  value: string
  title: string
  isLeaf: boolean
  /** Stands for children that could not be loaded, with the reason as its title. */
  disabled?: true
}

export interface LazyTree {
  nodes: readonly LazyTreeNode[]
  /** Nodes whose children have been asked for; for controls that would otherwise remember it themselves. */
  loadedKeys: string[]
  loading: boolean
  /** Why there are no roots. */
  error: RequestError | null
  /** Loads the children of a node once. Never rejects: a failure becomes a node that says why. */
  load(key: string): Promise<void>
  /** Forgets failures, so that they are tried again. */
  retry(): void
}

const FAILED = '!failed'

/** How a tree is asked for: not yet, level by level when nodes are opened, all levels at once, or those down to these values first. */
export type TreeAsked = 'not' | 'levels' | 'whole' | { to: readonly string[] }

/** A tree whose levels are asked for when they are opened; nothing at all before it is asked for. */
export function useLazyTree(source: LookupSource | null, asked: TreeAsked = 'levels'): LazyTree {
  const client = useClient()
  const [children, setChildren] = useState<ReadonlyMap<string, readonly LazyTreeNode[]>>(new Map())
  const { data, error, loading, reload } = useRequest(
    async (signal) => {
      if (asked === 'not' || !source) return []
      const more = typeof asked === 'object' ? asked : asked === 'whole' ? { whole: true } : {}
      return client.tree(source, '', { signal, ...more })
    },
    [client, source, asked],
  )
  const leaving = useRef(new AbortController())
  const begun = useRef(new Set<string>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another tree
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    begun.current = new Set()
    setChildren(new Map())
    return () => controller.abort()
  }, [client, source])

  const load = useCallback(
    async (key: string) => {
      const { signal } = leaving.current
      if (source === null || key === '' || begun.current.has(key)) return
      begun.current.add(key)
      let found: readonly LazyTreeNode[]
      try {
        found = flatten(await client.tree(source, key, { signal }), key)
      } catch (cause) {
        const title = t('加载失败：{message}', { message: asRequestError(cause).message })
        const id = `${key}${FAILED}`
        found = [{ id, pId: key, value: id, title, isLeaf: true, disabled: true }]
      }
      if (!signal.aborted) setChildren((before) => new Map(before).set(key, found))
    },
    [client, source],
  )
  const retry = useCallback(() => {
    setChildren((before) => {
      const kept = [...before].filter(([, found]) => !found.some(({ disabled }) => disabled))
      return kept.length === before.size ? before : new Map(kept)
    })
    for (const [key, found] of children) if (found.some(({ disabled }) => disabled)) begun.current.delete(key)
    if (error) reload()
  }, [children, error, reload])

  const nodes = useMemo(
    () =>
      [...flatten(data ?? [], ''), ...[...children.values()].flat()].map((node) =>
        children.get(node.id)?.length === 0 ? { ...node, isLeaf: true } : node,
      ),
    [data, children],
  )
  const loadedKeys = useMemo(() => [...new Set(nodes.map((node) => node.pId).filter(Boolean))], [nodes])
  return { nodes, loadedKeys, loading, error, load, retry }
}

function flatten(nodes: readonly TreeNode[], parent: string): LazyTreeNode[] {
  return nodes.flatMap((node) => [
    { id: node.key, pId: parent, value: node.value, title: node.title, isLeaf: node.isLeaf },
    ...flatten(node.children ?? [], node.key),
  ])
}
