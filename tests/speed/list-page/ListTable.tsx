import { Button, Space, Table, type TableProps } from 'antd'
import { useEffect, useState } from 'react'

type Row = Record<string, unknown> & { id: string }

/** What the peers ask: the answer of our own server to the same question, and the columns it fills. */
export interface ListCall {
  rows: Row[]
  total: number
  columns: { name: string; title: string; width: number }[]
}

/** The table that a developer would write by hand: rows, pager, selection, two actions. */
export function ListTable() {
  const [list, setList] = useState<ListCall | null>(null)
  useEffect(() => {
    void fetch(`/call/list${window.location.search}`)
      .then((answer) => answer.json())
      .then(setList)
  }, [])
  const columns: TableProps<Row>['columns'] = [
    ...(list?.columns ?? []).map(({ name, title, width }) => ({
      key: name,
      title,
      width,
      sorter: true,
      ellipsis: true,
      render: (_: unknown, row: Row) => String(row[`${name}_dictText`] ?? row[name] ?? ''),
    })),
    {
      key: 'action',
      title: '操作',
      width: 150,
      render: () => (
        <Space>
          <Button type="link">编辑</Button>
          <Button type="link">更多</Button>
        </Space>
      ),
    },
  ]
  return (
    <Table<Row>
      rowKey="id"
      loading={list === null}
      columns={columns}
      dataSource={list?.rows ?? []}
      rowSelection={{}}
      scroll={{ x: 'max-content' }}
      pagination={{ total: list?.total ?? 0, pageSize: list?.rows.length ?? 10, showSizeChanger: true }}
    />
  )
}
