import { Descriptions, Typography } from 'antd'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { useTaken } from '../data/use-taken.ts'
import { displayText } from './display-text.ts'
import { isWide } from './is-wide.ts'

interface Props {
  form: CompiledForm
  row: Row
  columns?: 1 | 2 | 3 | 4
}

/** A record to read: texts, not locked inputs, grouped as the form is. */
export function DetailView({ form, row, columns = 3 }: Props) {
  const { registry } = useRenderer()
  const taken = useTaken(form.code)
  return (
    <>
      {form.form.groups
        .map((group) => ({ ...group, fields: group.fields.filter(({ name }) => !taken.has(name)) }))
        .filter((group) => group.fields.length > 0)
        .map((group) => (
          <Descriptions
            key={group.title ?? ''}
            title={group.title}
            column={{ xs: 1, sm: Math.min(columns, 2), md: columns, lg: columns, xl: columns, xxl: columns }}
            size="small"
            className="expo-detail"
            items={group.fields.map((field) => ({
              key: field.name,
              label: field.title,
              span: isWide(field) ? 'filled' : 1,
              children: <span className="expo-detail-value">{displayText(registry, field, row) || '-'}</span>,
            }))}
          />
        ))}
      {row.create_time ? (
        <Typography.Text type="secondary">
          创建：{String(row.create_by ?? '')} {String(row.create_time)}
          {row.update_time ? `　更新：${String(row.update_by ?? '')} ${String(row.update_time)}` : ''}
        </Typography.Text>
      ) : null}
    </>
  )
}
