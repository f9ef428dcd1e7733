import { DownOutlined } from '@ant-design/icons'
import { Alert, App, Button, Dropdown, Empty, Flex, Input, type InputRef, Modal, Spin, Tree } from 'antd'
import { type Key, useMemo, useRef, useState } from 'react'
import { CLEARABLE, type TreeNode, useRenderer, useRequest } from '#renderer/index.ts'
import { allKeys, type Depart, halfTicked, search, toggle } from './ticks.ts'

interface Props {
  value: readonly string[]
  store: 'id' | 'orgCode'
  several: boolean
  onCancel(): void
  onConfirm(value: string[]): void
}

/** Tallest tree (px). */
const MAX_HEIGHT = 200
/** More levels than any company has: a circle ends. */
const MAX_DEPTH = 12

/** The department tree: searchable, with ticks; parents and children are linked or not, as the footer says. */
export default function SelDepartDialog({ value, store, several, onCancel, onConfirm }: Props) {
  const { client } = useRenderer()
  const { message } = App.useApp()
  const searchBox = useRef<InputRef>(null)
  const [ticked, setTicked] = useState<readonly string[]>(value)
  const [linked, setLinked] = useState(false)
  const [keyword, setKeyword] = useState('')
  const [expanded, setExpanded] = useState<readonly Key[] | null>(null)
  const tree = useRequest<Depart[]>(
    async (signal) => {
      const load = async (parent: string, depth: number): Promise<Depart[]> =>
        build(await client.tree('sys_depart', parent, { signal, whole: true }), depth)
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
    [client, store],
  )
  const departs = tree.data ?? []
  const all = useMemo(() => allKeys(tree.data ?? []), [tree.data])
  const shown = useMemo(() => (keyword ? search(tree.data ?? [], keyword) : tree.data), [tree.data, keyword])
  const isLinked = linked && several
  const unknown = tree.data ? ticked.filter((key) => !all.includes(key)) : []

  function tick(key: string) {
    const next = toggle(departs, ticked, key, isLinked)
    setTicked(several ? next : next.includes(key) ? [key] : [])
  }

  function confirm() {
    // Nothing is a choice only for who takes away what was chosen before.
    if (ticked.length === 0 && value.length === 0) {
      message.warning('请选择部门')
      return
    }
    onConfirm([...ticked])
  }

  return (
    <Modal
      open
      title="选择部门"
      width={450}
      style={{ maxWidth: '100vw' }}
      onCancel={onCancel}
      afterOpenChange={(open) => open && searchBox.current?.focus()}
      footer={
        <Flex justify="space-between">
          <Dropdown
            trigger={['click']}
            placement="topLeft"
            menu={{
              items: [
                { key: 'linked', label: '父子关联', disabled: !several },
                { key: 'unlinked', label: '取消关联' },
                { type: 'divider' },
                { key: 'all', label: '全部勾选', disabled: !several },
                { key: 'none', label: '取消全选' },
                { key: 'open', label: '展开所有' },
                { key: 'close', label: '合并所有' },
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
              树操作 <DownOutlined />
            </Button>
          </Dropdown>
          <Flex gap={8}>
            <Button onClick={onCancel}>关闭</Button>
            <Button type="primary" onClick={confirm}>
              确定
            </Button>
          </Flex>
        </Flex>
      }
    >
      <Input.Search
        ref={searchBox}
        aria-label="部门名称"
        placeholder="输入部门名称搜索"
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
              重试
            </Button>
          }
        />
      ) : null}
      {tree.loading ? (
        <Spin />
      ) : shown?.length === 0 && !tree.error ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据" />
      ) : null}
      <div style={{ maxHeight: MAX_HEIGHT, overflow: 'auto' }}>
        <Tree<Depart>
          checkable
          blockNode
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
        已选择 {ticked.length} 项{unknown.length > 0 ? `（${unknown.join('，')} 不在部门树中）` : ''}
      </div>
    </Modal>
  )
}
