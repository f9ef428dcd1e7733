import { Empty, Table } from 'antd'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { DetailView } from './DetailView.tsx'
import { displayText } from './display-text.ts'

/** Sub rows to read: a plain table, or the texts of a single row. */
export function SubTableTable({
  form,
  rows,
  one,
}: {
  form: CompiledForm
  rows: readonly Row[]
  one: boolean
}) {
  const { registry } = useRenderer()
  const first = rows[0]
  if (one)
    return first ? (
      <DetailView form={form} row={first} />
    ) : (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据" />
    )
  return (
    <Table
      size="small"
      rowKey={(row) => String(row.id)}
      dataSource={[...rows]}
      pagination={false}
      scroll={{ x: 'max-content', y: 400 }}
      locale={{ emptyText: '暂无数据' }}
      columns={form.fields
        .filter((field) => field.inForm)
        .map((field) => ({
          key: field.name,
          title: field.title,
          render: (_: unknown, row: Row) => displayText(registry, field, row),
        }))}
    />
  )
}
