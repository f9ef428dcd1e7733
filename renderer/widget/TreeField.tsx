import { TreeSelect, Typography } from 'antd'
import { useState } from 'react'
import type { LookupSource } from '#schemas/compile/choice-source.ts'
import type { Field } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useLabels } from '../data/use-labels.ts'
import { type LazyTreeNode, type TreeAsked, useLazyTree } from '../data/use-lazy-tree.ts'
import { type FoundNode, useTreeSearch } from '../data/use-tree-search.ts'
import { CLEARABLE } from '../kit/clearable.tsx'
import { valueText } from '../kit/gone-value.tsx'
import { SearchKeys } from '../kit/SearchKeys.tsx'

/** Tallest list of nodes (px). */
const MAX_HEIGHT = 400
/** What the drop-down adds around the list (px). */
const PADDING = 8

interface Props {
  id: string
  field: Field
  source: LookupSource | null
  values: readonly string[]
  several: boolean
  /** The source can answer all levels at once; else those down to what is chosen are asked for. */
  opensWhole?: boolean
  /** Nodes of all levels whose name holds the keyword. */
  search(keyword: string, signal: AbortSignal): Promise<readonly FoundNode[]>
  disabled: boolean
  invalid: boolean
  /** `names` are those of the values, in their order. */
  onChange(values: string[], names: readonly string[]): void
}

/** A dropdown with a tree whose levels are loaded when they are opened, down to the nodes that are chosen. */
export function TreeField({
  id,
  field,
  source,
  values,
  several,
  opensWhole = false,
  search: searchNodes,
  disabled,
  invalid,
  onChange,
}: Props) {
  const [asked, setAsked] = useState<TreeAsked>('not')
  /** What its user opened and closed; null before that. */
  const [expanded, setExpanded] = useState<readonly string[] | null>(null)
  const [open, setOpen] = useState(false)
  const labels = useLabels(values.length > 0 ? source : null, values)
  const tree = useLazyTree(source, asked)
  const search = useTreeSearch(source, searchNodes)
  const nameAtHand = (one: string) =>
    tree.nodes.find((node) => node.value === one)?.title ?? search.nameOf(one) ?? labels?.get(one)
  const nameOf = (one: string) => nameAtHand(one) ?? one
  const error = search.error ?? tree.error
  const shown = values.map((one) => ({
    value: one,
    label: valueText(one, nameAtHand(one) ?? (labels === null ? null : undefined)),
  }))
  const choose = (next: string[]) => onChange(next, next.map(nameOf))
  return (
    <SearchKeys
      search={search}
      open={open}
      marksFirst={false}
      onTake={({ value: found }) => {
        const one = String(found)
        choose(several ? [...values.filter((other) => other !== one), one] : [one])
        search.setKeyword('')
        if (!several) setOpen(false)
      }}
    >
      <TreeSelect
        id={id}
        treeDataSimpleMode
        treeData={[...(search.nodes ?? tree.nodes)]}
        multiple={several}
        // With labels in its value the control takes nothing else for empty.
        value={several ? shown : shown[0]}
        labelInValue
        style={{ width: '100%' }}
        disabled={disabled}
        status={invalid || tree.error ? 'error' : ''}
        placeholder={t('请选择{title}', { title: field.title })}
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
            t('加载中…')
          ) : (
            t('暂无数据')
          )
        }
        open={open}
        onOpenChange={(shown) => {
          setOpen(shown)
          if (!shown) return
          if (asked === 'not')
            setAsked(values.length === 0 ? 'levels' : opensWhole ? 'whole' : { to: values })
          tree.retry()
        }}
        loadData={(node) => tree.load(String((node as { id?: string }).id ?? ''))}
        treeLoadedKeys={tree.loadedKeys}
        treeExpandedKeys={[...(expanded ?? keysAbove(tree.nodes, values))]}
        onTreeExpand={(keys) => setExpanded(keys.map(String))}
        onChange={(next: unknown) => {
          const chosen = (Array.isArray(next) ? next : next ? [next] : []) as { value: string }[]
          choose(chosen.map((one) => String(one.value)))
        }}
      />
    </SearchKeys>
  )
}

/** Values of the nodes that must be open for the chosen ones to be seen. */
function keysAbove(nodes: readonly LazyTreeNode[], values: readonly string[]): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const open = new Set<string>()
  for (const node of nodes) {
    if (!values.includes(node.value)) continue
    for (let above = byId.get(node.pId); above && !open.has(above.value); above = byId.get(above.pId))
      open.add(above.value)
  }
  return [...open]
}
