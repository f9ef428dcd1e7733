import { DownOutlined } from '@ant-design/icons'
import { Alert, App, Button, Dropdown, Empty, Input, Spin, Tree } from 'antd'
import { type Key, useMemo, useState } from 'react'
import { CLEARABLE, PickDialog, type TreeNode, useRenderer, useRequest } from '#renderer/index.ts'
import type { LookupSource } from '#schemas/compile/choice-source.ts'
import { t } from '#schemas/text/text.ts'
import { allKeys, type Depart, halfTicked, search, toggle } from './ticks.ts'

interface Props {
  source: LookupSource
  value: readonly string[]
  store: 'id' | 'orgCode'
  several: boolean
  onCancel(): void
  onConfirm(value: string[]): void
}

const WIDTH = 450
/** Tallest tree (px). */
const MAX_HEIGHT = 200
/** More levels than any company has: a circle ends. */
const MAX_DEPTH = 12

/** The department tree: searchable, with ticks; parents and children are linked or not, as the footer says. */
export default function SelDepartDialog({ source, value, store, several, onCancel, onConfirm }: Props) {
  const { client } = useRenderer()
  const { message } = App.useApp()
  const [ticked, setTicked] = useState<readonly string[]>(value)
  const [linked, setLinked] = useState(false)
  const [keyword, setKeyword] = useState('')
  const [expanded, setExpanded] = useState<readonly Key[] | null>(null)
  const tree = useRequest<Depart[]>(
    async (signal) => {
      const load = async (parent: string, depth: number): Promise<Depart[]> =>
        build(await client.tree(source, parent, { signal, whole: true }), depth)
      const build = (nodes: readonly TreeNode[], depth: number): Promise<Depart[]> =>
        Promise.all(
          nodes.map(async (node) => ({
            key: store === 'orgCode' ? (node.code ?? node.value) : node.value,
            title: node.title,
            children: node.children
              ? await build(node.children, depth + 1)
              : node.isLeaf || depth >= MAX_DEPTH
                ? []
                : await load(node.key, depth + 1),
          })),
        )
      return load('', 0)
    },
    [client, source, store],
  )
  const departs = tree.data ?? []
  const all = useMemo(() => allKeys(tree.data ?? []), [tree.data])
  const shown = useMemo(() => (keyword ? search(tree.data ?? [], keyword) : tree.data), [tree.data, keyword])
  const isLinked = linked && several
  const unknown = useMemo(() => {
    const known = new Set(all)
    return tree.data ? ticked.filter((key) => !known.has(key)) : []
  }, [tree.data, all, ticked])

  function tick(key: string) {
    const next = toggle(departs, ticked, key, isLinked)
    setTicked(several ? next : next.includes(key) ? [key] : [])
  }

  function confirm() {
    // Nothing is a choice only for who takes away what was chosen before.
    if (ticked.length === 0 && value.length === 0) {
      message.warning(t('请选择部门'))
      return
    }
    onConfirm([...ticked])
  }

  return (
    <PickDialog
      title={t('选择部门')}
      width={WIDTH}
      onCancel={onCancel}
      onConfirm={confirm}
      tools={
        <Dropdown
          trigger={['click']}
          placement="topLeft"
          menu={{
            items: [
              { key: 'linked', label: t('父子关联'), disabled: !several },
              { key: 'unlinked', label: t('取消关联') },
              { type: 'divider' },
              { key: 'all', label: t('全部勾选'), disabled: !several },
              { key: 'none', label: t('取消全选') },
              { key: 'open', label: t('展开所有') },
              { key: 'close', label: t('合并所有') },
            ],
            selectable: true,
            selectedKeys: [isLinked ? 'linked' : 'unlinked'],
            onClick: ({ key }) => {
              if (key === 'linked') setLinked(true)
              if (key === 'unlinked') setLinked(false)
              if (key === 'all') setTicked([...unknown, ...all])
              if (key === 'none') setTicked([])
              if (key === 'open') setExpanded(all)
              if (key === 'close') setExpanded([])
            },
          }}
        >
          <Button>
            {t('树操作')} <DownOutlined />
          </Button>
        </Dropdown>
      }
    >
      <Input.Search
        aria-label={t('部门名称')}
        placeholder={t('输入部门名称搜索')}
        allowClear={CLEARABLE}
        onChange={(event) => setKeyword(event.target.value.trim())}
        style={{ marginBottom: 8 }}
      />
      {tree.error ? (
        <Alert
          type="error"
          showIcon
          title={tree.error.message}
          action={
            <Button size="small" onClick={tree.reload}>
              {t('重试')}
            </Button>
          }
        />
      ) : null}
      {tree.loading ? (
        <Spin />
      ) : shown?.length === 0 && !tree.error ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />
      ) : null}
      <div style={{ maxHeight: MAX_HEIGHT, overflow: 'auto' }}>
        <Tree<Depart>
          checkable
          blockNode
          // Only what is seen is drawn, however many departments there are.
          height={MAX_HEIGHT}
          // Ticks are worked out here: the tree would forget those that a search hides.
          checkStrictly
          treeData={shown ?? []}
          checkedKeys={{
            checked: [...ticked],
            halfChecked: isLinked ? halfTicked(departs, ticked) : [],
          }}
          // A search shows what it found.
          expandedKeys={[...(keyword ? allKeys(shown ?? []) : (expanded ?? all))]}
          onExpand={(keys) => setExpanded(keys)}
          selectedKeys={[]}
          onCheck={(_, { node }) => tick(node.key)}
          onSelect={(_, { node }) => tick(node.key)}
        />
      </div>
      <div aria-live="polite" style={{ marginTop: 8 }}>
        {t('已选择 {count} 项{note}', {
          count: ticked.length,
          note: unknown.length > 0 ? t('（{departs} 不在部门树中）', { departs: unknown.join('，') }) : '',
        })}
      </div>
    </PickDialog>
  )
}
