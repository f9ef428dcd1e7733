import { Alert, App, Button, Flex, Input, type InputRef, Modal, Space, Table, Tag, Tree } from 'antd'
import { useRef, useState } from 'react'
import {
  CLEARABLE,
  type LazyTreeNode,
  selectionLabels,
  useLazyTree,
  useRenderer,
  useRequest,
} from '#renderer/index.ts'
import type { PageOf } from '#schemas/api/envelope.ts'
import type { Row } from '#schemas/compile/model.ts'

const PAGE_SIZES = [10, 20, 30]
const LABELS = selectionLabels((row) => String(row.realname))

interface Props {
  value: readonly string[]
  textOf(value: string): string
  store: 'username' | 'id'
  several: boolean
  onCancel(): void
  onConfirm(value: string[]): void
}

/** Users by department: the tree on the left, search and table on the right. */
export default function SelUserDialog({ value, textOf, store, several, onCancel, onConfirm }: Props) {
  const { client } = useRenderer()
  const { message } = App.useApp()
  const searchBox = useRef<InputRef>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map(value.map((one) => [one, textOf(one)])),
  )
  const [depart, setDepart] = useState('')
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState({ account: '', pageNo: 1, pageSize: 10 })
  const departs = useLazyTree('sys_depart')
  const users = useRequest<PageOf<Row>>(
    (signal) =>
      client.list(
        'sys_user',
        {
          pageNo: query.pageNo,
          pageSize: query.pageSize,
          // By the name or the account: whoever looks for a person knows one of them.
          ...(query.account
            ? {
                condition: {
                  or: [
                    { field: 'username', rule: 'like' as const, val: query.account },
                    { field: 'realname', rule: 'like' as const, val: query.account },
                  ],
                },
              }
            : {}),
          filter: depart ? { departId: depart } : {},
        },
        { signal },
      ),
    [client, query, depart],
  )
  const keyOf = (row: Row) => String(row[store])
  const search = () => setQuery((before) => ({ ...before, account: typed.trim(), pageNo: 1 }))

  function choose(rows: readonly Row[], keys: readonly string[]) {
    const names = new Map(rows.filter(Boolean).map((row) => [keyOf(row), String(row.realname)]))
    setChosen(new Map(keys.map((key) => [key, names.get(key) ?? chosen.get(key) ?? key])))
  }

  /** A click on a row ticks it or takes its tick away; where one is wanted, it is the one. */
  function press(row: Row) {
    const key = keyOf(row)
    const name = String(row.realname)
    setChosen((before) =>
      several
        ? new Map(before.has(key) ? [...before].filter(([one]) => one !== key) : [...before, [key, name]])
        : new Map([[key, name]]),
    )
  }

  function confirm() {
    // Nothing is a choice only for who takes away what was chosen before.
    if (chosen.size === 0 && value.length === 0) {
      message.warning('请选择用户')
      return
    }
    onConfirm([...chosen.keys()])
  }

  return (
    <Modal
      open
      title="根据部门选择用户"
      width="min(1250px, 100vw)"
      style={{ top: 24, maxWidth: '100vw' }}
      okText="确定"
      cancelText="关闭"
      onOk={confirm}
      onCancel={onCancel}
      afterOpenChange={(open) => open && searchBox.current?.focus()}
    >
      <Flex gap={16} wrap="wrap">
        <div style={{ flex: '0 1 240px', minWidth: 200, maxHeight: 480, overflow: 'auto' }}>
          {departs.error ? (
            <Alert type="error" title={departs.error.message} action={<Retry onClick={departs.retry} />} />
          ) : null}
          <Tree
            blockNode
            aria-label="部门"
            treeData={nested(departs.nodes, '')}
            selectedKeys={depart ? [depart] : []}
            loadData={({ key }) => departs.load(String(key))}
            loadedKeys={departs.loadedKeys}
            onExpand={departs.retry}
            onSelect={(keys) => {
              setDepart(String(keys[0] ?? ''))
              setQuery((before) => ({ ...before, pageNo: 1 }))
            }}
          />
        </div>
        <div style={{ flex: '1 1 420px', minWidth: 0 }}>
          <Space style={{ marginBottom: 12 }} wrap>
            <Input
              ref={searchBox}
              aria-label="用户账号"
              placeholder="请输入用户账号或姓名"
              allowClear={CLEARABLE}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onPressEnter={search}
            />
            <Button type="primary" onClick={search}>
              查询
            </Button>
            <Button
              onClick={() => {
                setTyped('')
                setDepart('')
                setQuery((before) => ({ ...before, account: '', pageNo: 1 }))
              }}
            >
              重置
            </Button>
          </Space>
          {users.error ? (
            <Alert
              type="error"
              showIcon
              title={users.error.message}
              action={<Retry onClick={users.reload} />}
            />
          ) : null}
          <Table<Row>
            size="small"
            rowKey={keyOf}
            loading={users.loading}
            dataSource={users.data?.records ?? []}
            scroll={{ x: 'max-content', y: 360 }}
            locale={{ emptyText: '暂无数据' }}
            onRow={(row) => ({
              onClick: ({ target }) => !isTick(target) && press(row),
              style: { cursor: 'pointer' },
            })}
            rowSelection={{
              type: several ? 'checkbox' : 'radio',
              ...LABELS,
              selectedRowKeys: [...chosen.keys()],
              preserveSelectedRowKeys: true,
              onChange: (keys, rows) => choose(rows, keys.map(String)),
            }}
            columns={[
              { title: '用户账号', dataIndex: 'username' },
              { title: '用户姓名', dataIndex: 'realname' },
              {
                title: '性别',
                dataIndex: 'sex',
                render: (sex: unknown) => (String(sex) === '1' ? '男' : String(sex) === '2' ? '女' : ''),
              },
              { title: '手机', dataIndex: 'phone' },
              { title: '部门', dataIndex: 'orgCodeTxt' },
            ]}
            pagination={{
              current: query.pageNo,
              pageSize: query.pageSize,
              total: users.data?.total ?? 0,
              pageSizeOptions: PAGE_SIZES.map(String),
              showSizeChanger: true,
              showQuickJumper: true,
              showTotal: (total, [from, to]) => `${from}-${to} 共${total}条`,
              onChange: (pageNo, pageSize) =>
                setQuery((before) => ({
                  ...before,
                  pageSize,
                  pageNo: pageSize === before.pageSize ? pageNo : 1,
                })),
            }}
          />
          <div aria-live="polite">
            已选择 {chosen.size} 项{' '}
            {[...chosen].map(([key, name]) => (
              <Tag
                key={key}
                closable
                onClose={() => setChosen((before) => new Map([...before].filter(([one]) => one !== key)))}
              >
                {name}
              </Tag>
            ))}
          </div>
        </div>
      </Flex>
    </Modal>
  )
}

/** The box at the beginning of a row takes its clicks itself. */
function isTick(target: EventTarget): boolean {
  return target instanceof Element && target.closest('.ant-table-selection-column') !== null
}

function Retry({ onClick }: { onClick(): void }) {
  return (
    <Button size="small" onClick={onClick}>
      重试
    </Button>
  )
}

interface TreeData {
  key: string
  title: string
  isLeaf: boolean
  disabled: boolean
  children?: TreeData[]
}

function nested(nodes: readonly LazyTreeNode[], parent: string): TreeData[] {
  return nodes
    .filter((node) => node.pId === parent)
    .map((node) => {
      const children = nested(nodes, node.id)
      const { id: key, title, isLeaf, disabled = false } = node
      return { key, title, isLeaf, disabled, ...(children.length > 0 ? { children } : {}) }
    })
}
