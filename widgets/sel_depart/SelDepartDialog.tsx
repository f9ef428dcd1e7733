import { DownOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Empty, Flex, Input, Modal, Spin, Tree } from 'antd'
import { type Key, useMemo, useState } from 'react'
import { type TreeNode, useRenderer, useRequest } from '#renderer/index.ts'

interface Props {
  value: readonly string[]
  store: 'id' | 'orgCode'
  several: boolean
  onCancel(): void
  onConfirm(value: string[]): void
}

interface Data {
  key: string
  title: string
  children: Data[]
}

/** More departments than any company has levels of: a circle ends. */
const MAX_DEPTH = 12

/** The department tree: searchable, with ticks; parents and children are linked or not, as the footer says. */
export default function SelDepartDialog({ value, several, onCancel, onConfirm }: Props) {
  const { client } = useRenderer()
  const [checked, setChecked] = useState<readonly string[]>(value)
  const [linked, setLinked] = useState(false)
  const [keyword, setKeyword] = useState('')
  const [expanded, setExpanded] = useState<readonly Key[] | null>(null)
  const tree = useRequest<Data[]>(
    async (signal) => {
      const load = async (parent: string, depth: number): Promise<Data[]> => {
        const nodes = await client.tree('sys_depart', parent, { signal })
        return Promise.all(nodes.map((node) => withChildren(node, depth)))
      }
      const withChildren = async (node: TreeNode, depth: number): Promise<Data> => ({
        key: node.value,
        title: node.title,
        children: node.isLeaf || depth >= MAX_DEPTH ? [] : await load(node.key, depth + 1),
      })
      return load('', 0)
    },
    [client],
  )
  const all = useMemo(() => flatten(tree.data ?? []), [tree.data])
  const shown = useMemo(
    () => (keyword ? filtered(tree.data ?? [], keyword) : (tree.data ?? [])),
    [tree.data, keyword],
  )
  const confirm = () => onConfirm(several ? [...checked] : checked.slice(-1))

  return (
    <Modal
      open
      title="选择部门"
      width={450}
      style={{ maxWidth: '100vw' }}
      onCancel={onCancel}
      footer={
        <Flex justify="space-between">
          <Dropdown
            trigger={['click']}
            placement="topLeft"
            menu={{
              items: [
                { key: 'linked', label: '父子关联' },
                { key: 'unlinked', label: '取消关联' },
                { type: 'divider' },
                { key: 'all', label: '全部勾选', disabled: !several },
                { key: 'none', label: '取消全选' },
                { key: 'open', label: '展开所有' },
                { key: 'close', label: '合并所有' },
              ],
              selectable: true,
              selectedKeys: [linked ? 'linked' : 'unlinked'],
              onClick: ({ key }) => {
                if (key === 'linked') setLinked(true)
                if (key === 'unlinked') setLinked(false)
                if (key === 'all') setChecked(all)
                if (key === 'none') setChecked([])
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
        placeholder="输入部门名称搜索"
        allowClear
        onChange={(event) => setKeyword(event.target.value.trim())}
        style={{ marginBottom: 8 }}
      />
      <div style={{ maxHeight: 400, overflow: 'auto' }}>
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
        ) : shown.length === 0 && !tree.error ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据" />
        ) : null}
        <Tree<Data>
          checkable
          blockNode
          checkStrictly={!linked || !several}
          treeData={shown}
          checkedKeys={linked && several ? [...checked] : { checked: [...checked], halfChecked: [] }}
          expandedKeys={[...(expanded ?? all)]}
          onExpand={(keys) => setExpanded(keys)}
          onCheck={(keys, { node }) => {
            const next = (Array.isArray(keys) ? keys : keys.checked).map(String)
            setChecked(several ? next : next.includes(node.key) ? [node.key] : [])
          }}
        />
      </div>
    </Modal>
  )
}

function flatten(nodes: readonly Data[]): string[] {
  return nodes.flatMap((node) => [node.key, ...flatten(node.children)])
}

/** Nodes that fit, with the way down to them. */
function filtered(nodes: readonly Data[], keyword: string): Data[] {
  return nodes.flatMap((node) => {
    const children = filtered(node.children, keyword)
    return node.title.includes(keyword) || children.length > 0 ? [{ ...node, children }] : []
  })
}
