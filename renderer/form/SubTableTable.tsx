import { Empty, Table } from 'antd'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { CHILD_ROWS } from '../model/child-rows.ts'
import { ReadValue } from '../widget/ReadValue.tsx'
import { useTaken } from '../widget/use-taken.ts'
import { DetailView } from './DetailView.tsx'

interface Props {
  form: CompiledForm
  rows: readonly Row[]
  /** The record has at most one such row: its texts, no table. */
  one: boolean
}

/** Sub rows to read. */
export function SubTableTable({ form, rows, one }: Props) {
  const taken = useTaken(form)
  const first = rows[0]
  const empty = <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />
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
          render: (_: unknown, row: Row) => <ReadValue field={field} row={row} />,
        }))}
    />
  )
}
