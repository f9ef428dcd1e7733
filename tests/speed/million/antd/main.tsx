import { Checkbox, ConfigProvider, Drawer, Flex, Space, Table } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { ListCall } from '../../list-page/ListTable.tsx'

/** Stays in sight while the others scroll, as in ours. */
const ACTIONS = {
  ...{ key: 'action', title: '操作', width: 150, fixed: 'right' as const },
  render: () => (
    <Space>
      <button type="button">编辑</button>
      <button type="button">更多</button>
    </Space>
  ),
}

/** A table whose columns are chosen beside it, as a developer would write it by hand. */
function ChosenColumns() {
  const [list, setList] = useState<ListCall>({ rows: [], total: 0, columns: [] })
  const [hidden, setHidden] = useState<readonly string[]>([])
  useEffect(() => {
    void fetch('/call/list')
      .then((answer) => answer.json())
      .then(setList)
  }, [])
  const toggle = (name: string) =>
    setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name])
  return (
    <>
      <Table
        rowKey="id"
        dataSource={list.rows}
        columns={[
          ...list.columns
            .filter(({ name }) => !hidden.includes(name))
            .map(({ name, title, width }) => ({
              ...{ key: name, title, width, sorter: true, ellipsis: true },
              render: (_: unknown, row: ListCall['rows'][number]) =>
                String(row[`${name}_dictText`] ?? row[name] ?? ''),
            })),
          ACTIONS,
        ]}
        rowSelection={{}}
        scroll={{ x: 'max-content' }}
        pagination={{ total: list.total, pageSize: list.rows.length || 10 }}
      />
      <Drawer open title="列设置">
        <Flex vertical>
          {list.columns.map(({ name, title }) => (
            <Checkbox key={name} checked={!hidden.includes(name)} onChange={() => toggle(name)}>
              {title}
            </Checkbox>
          ))}
        </Flex>
      </Drawer>
    </>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ConfigProvider locale={zhCN}>
      <ChosenColumns />
    </ConfigProvider>,
  )
