import { Alert, Segmented, Table, type TableColumnType, Typography } from 'antd'
import { useMemo, useState } from 'react'
import type { EditedRow } from '#schemas/api/results.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { displayText } from '../../widget/display-text.ts'
import { ReadValue } from '../../widget/ReadValue.tsx'
import { useRenderer } from '../../widget/renderer-context.tsx'

type Kind = 'changed' | 'same' | 'refused'

/** Rows of the preview by what becomes of them. */
export function sortedOut(rows: readonly EditedRow[]): Readonly<Record<Kind, readonly EditedRow[]>> {
  const refused = rows.filter(({ errors }) => errors.length > 0)
  const others = rows.filter(({ errors }) => errors.length === 0)
  return {
    changed: others.filter(({ changed }) => changed.length > 0),
    same: others.filter(({ changed }) => changed.length === 0),
    refused,
  }
}

/** What would become of each row: its old values and the new ones, or why it cannot be changed. */
export function EditOutcome({
  form,
  rows,
  note,
}: {
  form: CompiledForm
  rows: readonly EditedRow[]
  note: string | null
}) {
  const { registry } = useRenderer()
  const found = useMemo(() => sortedOut(rows), [rows])
  const [asked, setAsked] = useState<Kind>('changed')
  const kinds = [
    { value: 'changed' as const, label: t('将修改 {count} 条', { count: found.changed.length }) },
    { value: 'refused' as const, label: t('不能修改 {count} 条', { count: found.refused.length }) },
    { value: 'same' as const, label: t('没有变化 {count} 条', { count: found.same.length }) },
  ].filter(({ value }) => value === 'changed' || found[value].length > 0)
  const kind =
    found[asked].length > 0 ? asked : (kinds.find(({ value }) => found[value].length > 0)?.value ?? 'changed')
  const [named] = form.list.columns
  const columns: TableColumnType<EditedRow>[] = [
    {
      key: 'name',
      title: named?.field.title ?? t('记录'),
      render: (_, { id, before }) => (named && displayText(registry, named.field, before)) || id,
    },
    ...(kind === 'refused'
      ? [
          {
            key: 'errors',
            title: t('原因'),
            render: (_: unknown, { errors }: EditedRow) => errors.join('；'),
          },
        ]
      : changedFields(form, found[kind]).map((field) => ({
          key: field.name,
          title: field.title || field.name,
          render: (_: unknown, row: EditedRow) => <Change field={field} row={row} />,
        }))),
  ]
  return (
    <>
      {note ? <Alert type="warning" showIcon title={note} className="expo-edit-note" /> : null}
      <Segmented<Kind> options={kinds} value={kind} onChange={setAsked} aria-label={t('预览结果')} />
      <Table<EditedRow>
        className="expo-edit-outcome"
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={[...found[kind]]}
        scroll={{ x: 'max-content' }}
        pagination={{ size: 'small', defaultPageSize: 10, hideOnSinglePage: true }}
      />
    </>
  )
}

/** Fields that differ in one row at least, in the order of the form. */
function changedFields(form: CompiledForm, rows: readonly EditedRow[]): readonly Field[] {
  const names = new Set(rows.flatMap(({ changed }) => changed))
  return form.fields.filter(({ name }) => names.has(name))
}

function Change({ field, row: { before, after, changed } }: { field: Field; row: EditedRow }) {
  if (!changed.includes(field.name)) return null
  const value = (row: Row) => <ReadValue field={field} row={row} cards={false} limit={20} />
  return (
    <>
      <Typography.Text type="secondary" delete>
        {value(before)}
      </Typography.Text>
      {' → '}
      <strong>{value(after)}</strong>
    </>
  )
}
