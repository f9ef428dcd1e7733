import { TreeSelect } from 'antd'
import { useState } from 'react'
import { type FieldProps, useLabels, useLazyTree } from '#renderer/index.ts'
import type { CatTreeOptions } from '#schemas/widget/cat_tree.ts'

/** Tallest list of nodes (px). */
const MAX_HEIGHT = 400
/** What the drop-down adds around the list (px). */
const PADDING = 8

/** A dropdown with the category tree; the label may be kept in a column of its own. */
export default function CatTreeField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<CatTreeOptions, string[]>) {
  const several = options.multiSelect ?? false
  const source = field.dictKey ?? 'sys_category'
  const [asked, setAsked] = useState(false)
  const labels = useLabels(value.length > 0 ? source : null, value)
  const tree = useLazyTree(source, asked)
  const nameOf = (one: string) =>
    tree.nodes.find((node) => node.value === one)?.title ?? labels?.get(one) ?? one
  const shown = value.map((one) => ({ value: one, label: nameOf(one) }))
  return (
    <TreeSelect
      id={id}
      treeDataSimpleMode
      treeData={[...tree.nodes]}
      multiple={several}
      value={several ? shown : (shown[0] ?? null)}
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
        const values = chosen.map((one) => String(one.value))
        const { textField } = options
        onChange(values, textField ? { [textField]: values.map(nameOf).join(',') || null } : undefined)
      }}
    />
  )
}
