import { TreeSelect } from 'antd'
import { useState } from 'react'
import { type FieldProps, useLabels, useLazyTree } from '#renderer/index.ts'
import type { SelTreeOptions } from '#schemas/widget/sel_tree.ts'

/** Tallest list of nodes (px). */
const MAX_HEIGHT = 400
/** What the drop-down adds around the list (px). */
const PADDING = 8

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
  const several = options.multiSelect ?? false
  const source = field.dictKey ?? ''
  // The parent of a topmost node is no node.
  const chosen = value.filter((one) => one !== String(options.pidValue ?? '0'))
  const [asked, setAsked] = useState(false)
  const labels = useLabels(chosen.length > 0 ? source : null, chosen)
  const tree = useLazyTree(source, asked)
  const nameOf = (one: string) =>
    tree.nodes.find((node) => node.value === one)?.title ?? labels?.get(one) ?? one
  const shown = chosen.map((one) => ({ value: one, label: nameOf(one) }))
  return (
    <TreeSelect
      id={id}
      treeDataSimpleMode
      treeData={[...tree.nodes]}
      multiple={several}
      value={several ? shown : shown.slice(0, 1)}
      labelInValue
      style={{ width: '100%' }}
      disabled={disabled}
      status={invalid || tree.error ? 'error' : ''}
      placeholder={`请选择${field.title}`}
      allowClear
      showSearch
      treeNodeFilterProp="title"
      listHeight={MAX_HEIGHT - PADDING}
      styles={{ popup: { root: { maxHeight: MAX_HEIGHT } } }}
      notFoundContent={tree.error?.message ?? (tree.loading ? '加载中…' : '暂无数据')}
      onOpenChange={(open) => {
        if (!open) return
        setAsked(true)
        tree.retry()
      }}
      loadData={(node) => tree.load(String((node as { id?: string }).id ?? ''))}
      treeLoadedKeys={tree.loadedKeys}
      onChange={(next: unknown) => {
        const chosen = (Array.isArray(next) ? next : next ? [next] : []) as { value: string }[]
        onChange(chosen.map((one) => String(one.value)))
      }}
    />
  )
}
