import { TreeSelect } from 'antd'
import { useState } from 'react'
import { type FieldProps, type TreeNode, useLabels, useRenderer, useRequest } from '#renderer/index.ts'
import type { SelTreeOptions } from '#schemas/widget/sel_tree.ts'

/** Tallest list of nodes (px). */
const MAX_HEIGHT = 400

interface Data {
  id: string
  pId: string
  value: string
  title: string
  isLeaf: boolean
}

/** A dropdown with a tree whose levels are loaded when they are opened. */
export default function SelTreeField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<SelTreeOptions, string[]>) {
  const { client } = useRenderer()
  const several = options.multiSelect ?? false
  const source = field.dictKey ?? ''
  const [asked, setAsked] = useState(false)
  const [nodes, setNodes] = useState<readonly Data[]>([])
  const labels = useLabels(value.length > 0 ? source : null, value)
  const roots = useRequest(
    async (signal) => {
      if (!asked) return null
      const found = await client.tree(source, '', { signal })
      setNodes(found.map((node) => dataOf(node, '')))
      return found
    },
    [client, source, asked],
  )
  const nameOf = (one: string) => nodes.find((node) => node.value === one)?.title ?? labels?.get(one) ?? one
  const change = (next: readonly string[]) => onChange([...next])
  return (
    <TreeSelect
      id={id}
      treeDataSimpleMode
      treeData={[...nodes]}
      multiple={several}
      value={
        several
          ? value.map((one) => ({ value: one, label: nameOf(one) }))
          : value[0] === undefined
            ? null
            : { value: value[0], label: nameOf(value[0]) }
      }
      labelInValue
      style={{ width: '100%' }}
      disabled={disabled}
      status={invalid || roots.error ? 'error' : ''}
      placeholder={`请选择${field.title}`}
      allowClear
      showSearch
      treeNodeFilterProp="title"
      listHeight={MAX_HEIGHT}
      styles={{ popup: { root: { maxHeight: MAX_HEIGHT, overflow: 'auto' } } }}
      notFoundContent={roots.error?.message ?? (roots.loading ? '加载中…' : '暂无数据')}
      onOpenChange={(shown) => shown && setAsked(true)}
      loadData={async (node) => {
        const key = String((node as { id?: string }).id ?? '')
        if (key === '' || nodes.some((node) => node.pId === key)) return
        const found = await client.tree(source, key)
        setNodes((before) => [
          ...before.map((node) => (node.id === key && found.length === 0 ? { ...node, isLeaf: true } : node)),
          ...found.map((node) => dataOf(node, key)),
        ])
      }}
      onChange={(next: unknown) => {
        const chosen = (Array.isArray(next) ? next : next ? [next] : []) as { value: string }[]
        change(chosen.map((one) => String(one.value)))
      }}
    />
  )
}

function dataOf(node: TreeNode, parent: string): Data {
  return { id: node.key, pId: parent, value: node.value, title: node.title, isLeaf: node.isLeaf }
}
