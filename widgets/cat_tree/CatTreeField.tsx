import { TreeSelect, Typography } from 'antd'
import { useState } from 'react'
import {
  CLEARABLE,
  type FieldProps,
  SearchKeys,
  searchNodes,
  useLabels,
  useLazyTree,
  useRenderer,
  useTreeSearch,
} from '#renderer/index.ts'
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
  const [open, setOpen] = useState(false)
  const labels = useLabels(value.length > 0 ? source : null, value)
  const tree = useLazyTree(source, asked)
  const { client } = useRenderer()
  const search = useTreeSearch(source, async (keyword, signal) =>
    searchNodes(await client.tree(source, '', { signal, whole: true }), keyword),
  )
  const nameOf = (one: string) =>
    tree.nodes.find((node) => node.value === one)?.title ?? search.nameOf(one) ?? labels?.get(one) ?? one
  const error = search.error ?? tree.error
  const shown = value.map((one) => ({ value: one, label: nameOf(one) }))
  const choose = (values: string[]) => {
    const { textField } = options
    onChange(values, textField ? { [textField]: values.map(nameOf).join(',') || null } : undefined)
  }
  return (
    <SearchKeys
      search={search}
      open={open}
      marksFirst={false}
      onTake={({ value: found }) => {
        const one = String(found)
        choose(several ? [...value.filter((other) => other !== one), one] : [one])
        search.setKeyword('')
        if (!several) setOpen(false)
      }}
    >
      <TreeSelect
        id={id}
        treeDataSimpleMode
        treeData={[...(search.nodes ?? tree.nodes)]}
        multiple={several}
        value={several ? shown : (shown[0] ?? null)}
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
          error ? (
            <Typography.Text type="danger" role="alert">
              {error.message}
            </Typography.Text>
          ) : tree.loading || search.waiting ? (
            '加载中…'
          ) : (
            '暂无数据'
          )
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
          const values = chosen.map((one) => String(one.value))
          choose(values)
        }}
      />
    </SearchKeys>
  )
}
