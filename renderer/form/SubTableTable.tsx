import { Empty, Table } from 'antd'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { useTaken } from '../data/use-taken.ts'
import { CHILD_ROWS } from '../list/child-rows.ts'
import { DetailView } from './DetailView.tsx'
import { displayText } from './display-text.ts'

interface Props {
  form: CompiledForm
  rows: readonly Row[]
  /** The record has at most one such row: its texts, no table. */
  one: boolean
}

/** Sub rows to read. */
export function SubTableTable({ form, rows, one }: Props) {
  const { registry } = useRenderer()
  const taken = useTaken(form.code)
  const first = rows[0]
  const empty = <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据" />
  if (one) return first ? <DetailView form={form} row={first} /> : empty
  return (
    <Table
      size="small"
      expandable={{ childrenColumnName: CHILD_ROWS }}
      rowKey={(row) => String(row.id)}
      dataSource={[...rows]}
      pagination={false}
      scroll={{ x: 'max-content', y: 400 }}
      locale={{ emptyText: empty }}
      columns={form.form.groups
        .flatMap((group) => group.fields)
        .filter(({ name }) => !taken.has(name))
        .map((field) => ({
          key: field.name,
          title: field.title,
          render: (_: unknown, row: Row) => displayText(registry, field, row),
        }))}
    />
  )
}
