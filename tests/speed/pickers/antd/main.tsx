import { DeleteOutlined } from '@ant-design/icons'
import { Button, ConfigProvider, Input, Modal, Select, Space, Table, Tree } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { PeerSetup } from '../picker-figures.ts'

const PAUSE_MS = 800
const TREE_HEIGHT = 480

type Row = Record<string, string>

interface Node {
  key: string
  title: string
  isLeaf?: boolean
  children?: Node[]
}

/** What a call answers: a page of rows, or a list. */
async function ask<T>({ headers }: PeerSetup, address: string): Promise<T> {
  const answer = await fetch(address, { headers })
  const { result } = (await answer.json()) as { result: T }
  return result
}

/** The call of a picker whose address has this in it. */
const callOf = (calls: readonly string[], part: RegExp) => calls.find((address) => part.test(address)) ?? ''

/** Users by department: tree, search, table, and what is chosen. */
function UserPicker({ setup, name, chosen }: { setup: PeerSetup; name: string; chosen: string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [page, setPage] = useState<{ records: Row[]; total: number } | null>(null)
  const [tree, setTree] = useState<Node[]>([])
  const open = () => {
    const calls = setup.calls[name] ?? []
    setIsOpen(true)
    setPage(null)
    void ask<{ records: Row[]; total: number }>(setup, callOf(calls, /pageSize/)).then(setPage)
    void ask<Node[]>(setup, callOf(calls, /tree/i)).then(setTree)
  }
  return (
    <Space.Compact>
      <Select mode="multiple" maxTagCount="responsive" value={chosen} style={{ width: 300 }} />
      <Button aria-label={`选择${name}`} onClick={open}>
        …
      </Button>
      <Modal open={isOpen} destroyOnHidden width={1250} title="选择用户" onCancel={() => setIsOpen(false)}>
        <div style={{ display: 'flex', gap: 16 }}>
          <Tree style={{ width: 220 }} blockNode height={TREE_HEIGHT} treeData={tree} />
          <div style={{ flex: 1, minWidth: 0 }}>
            <Space>
              <Input placeholder="用户账号" />
              <Button type="primary">查询</Button>
              <Button>重置</Button>
            </Space>
            <Table<Row>
              size="small"
              rowKey="username"
              loading={page === null}
              rowSelection={{ selectedRowKeys: chosen }}
              columns={[
                ['username', '用户账号'],
                ['realname', '用户姓名'],
                ['sex_dictText', '性别'],
                ['phone', '手机'],
                ['orgCodeTxt', '部门'],
              ].map(([key, title]) => ({ key, title, dataIndex: key, ellipsis: true }))}
              dataSource={page?.records ?? []}
              scroll={{ y: 410 }}
              pagination={{
                total: page?.total ?? 0,
                pageSize: 10,
                showSizeChanger: true,
                showQuickJumper: true,
              }}
            />
          </div>
          <Table
            style={{ width: 240 }}
            size="small"
            pagination={false}
            scroll={{ y: 360 }}
            dataSource={chosen.map((key) => ({ key }))}
            columns={[
              { key: 'name', title: '名称', dataIndex: 'key', ellipsis: true },
              {
                key: 'action',
                title: '操作',
                width: 56,
                render: () => <Button type="text" size="small" icon={<DeleteOutlined />} />,
              },
            ]}
          />
        </div>
      </Modal>
    </Space.Compact>
  )
}

const keysOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ key, children }) => [key, ...keysOf(children ?? [])])

/** The whole tree of departments, open, with ticks. */
function DepartPicker({ setup }: { setup: PeerSetup }) {
  const [isOpen, setIsOpen] = useState(false)
  const [tree, setTree] = useState<Node[] | null>(null)
  const open = () => {
    setIsOpen(true)
    setTree(null)
    void ask<Node[]>(setup, callOf(setup.calls.depart ?? [], /tree/i)).then(setTree)
  }
  return (
    <>
      <Button aria-label="选择depart" onClick={open}>
        …
      </Button>
      <Modal open={isOpen} destroyOnHidden width={450} title="选择部门" onCancel={() => setIsOpen(false)}>
        <Input.Search />
        {tree ? (
          <Tree
            checkable
            checkStrictly
            blockNode
            height={200}
            treeData={tree}
            defaultExpandedKeys={keysOf(tree)}
          />
        ) : null}
      </Modal>
    </>
  )
}

/** A drop-down that asks once its user has stopped typing. */
function GoodsPicker({ setup }: { setup: PeerSetup }) {
  const [options, setOptions] = useState<{ value: string; label: string }[]>([])
  const timer = useRef<number>(undefined)
  const search = (keyword: string) => {
    window.clearTimeout(timer.current)
    setOptions([])
    timer.current = window.setTimeout(() => {
      const address = new URL(setup.calls.goods?.[0] ?? '', window.location.href)
      address.searchParams.set('keyword', keyword)
      void ask<{ value: string; text: string }[]>(setup, address.pathname + address.search).then((found) =>
        setOptions(found.map(({ value, text }) => ({ value, label: text }))),
      )
    }, PAUSE_MS)
  }
  return (
    <Select
      aria-label="goods"
      style={{ width: 300 }}
      showSearch={{ filterOption: false, onSearch: search }}
      options={options}
    />
  )
}

function Pickers() {
  const [setup, setSetup] = useState<PeerSetup | null>(null)
  useEffect(() => {
    void fetch('/call/setup')
      .then((answer) => answer.json())
      .then(setSetup)
  }, [])
  if (!setup) return null
  return (
    <>
      <UserPicker setup={setup} name="owner" chosen={[]} />
      <UserPicker setup={setup} name="team" chosen={setup.chosen} />
      <DepartPicker setup={setup} />
      <GoodsPicker setup={setup} />
    </>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ConfigProvider locale={zhCN}>
      <Pickers />
    </ConfigProvider>,
  )
