import { TreeSelect } from 'antd'
import { useState } from 'react'
import {
  CLEARABLE,
  type FieldProps,
  SearchKeys,
  useLabels,
  useLazyTree,
  useRenderer,
  useTreeSearch,
} from '#renderer/index.ts'
import type { SelTreeOptions } from '#schemas/widget/sel_tree.ts'

/** Tallest list of nodes (px). */
const MAX_HEIGHT = 400
/** What the drop-down adds around the list (px). */
const PADDING = 8
/** Most matches of a search. */
const MOST = 100

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
  const [open, setOpen] = useState(false)
  const labels = useLabels(chosen.length > 0 ? source : null, chosen)
  const tree = useLazyTree(source, asked)
  const { client } = useRenderer()
  const search = useTreeSearch(source, async (keyword, signal) => {
    const found = await client.options(source, { keyword, pageSize: MOST }, { signal })
    // The search of a dictionary looks into the stored values as well, which nobody sees here.
    return found
      .filter(({ text }) => text.includes(keyword))
      .map(({ value, text }) => ({ value: String(value), title: text, path: [text] }))
  })
  const nameOf = (one: string) =>
    tree.nodes.find((node) => node.value === one)?.title ?? search.nameOf(one) ?? labels?.get(one) ?? one
  const shown = chosen.map((one) => ({ value: one, label: nameOf(one) }))
  return (
    <SearchKeys
      search={search}
      open={open}
      marksFirst={false}
      onTake={({ value: found }) => {
        const one = String(found)
        onChange(several ? [...chosen.filter((other) => other !== one), one] : [one])
        search.setKeyword('')
        if (!several) setOpen(false)
      }}
    >
      <TreeSelect
        id={id}
        treeDataSimpleMode
        treeData={[...(search.nodes ?? tree.nodes)]}
        multiple={several}
        value={several ? shown : shown.slice(0, 1)}
        labelInValue
        style={{ width: '100%' }}
        disabled={disabled}
        status={invalid || tree.error ? 'error' : ''}
        placeholder={`请选择${field.title}`}
        allowClear={CLEARABLE}
        showSearch={{ filterTreeNode: false, searchValue: search.keyword, onSearch: search.setKeyword }}
        listHeight={MAX_HEIGHT - PADDING}
        styles={{ popup: { root: { maxHeight: MAX_HEIGHT } } }}
        notFoundContent={
          (search.error ?? tree.error)?.message ?? (tree.loading || search.waiting ? '加载中…' : '暂无数据')
        }
        open={open}
        onOpenChange={(shown) => {
          setOpen(shown)
          if (!shown) return
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
    </SearchKeys>
  )
}
