import { CloseOutlined } from '@ant-design/icons'
import { Button, Card, Skeleton, Space, Typography } from 'antd'
import { useMemo } from 'react'
import { formPage, ReadValue, useRenderer, useRequest } from '#renderer/index.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { LinkTableOptions } from '#schemas/widget/link_table.ts'
import { namesIn } from '#schemas/widget/named-fields.ts'

interface Props {
  form: string
  options: LinkTableOptions
  values: readonly string[]
  disabled: boolean
  onRemove(value: string): void
}

/** A card for each record: its name, the further columns that the options name, and its picture. All are asked for in one call. */
export function RecordCards({ form: code, options, values, disabled, onRemove }: Props) {
  const { client } = useRenderer()
  const column = options.value || 'id'
  const page = useRequest(
    async (signal) => compileForm(formPage(await client.page(code, { signal })).document),
    [client, code],
  )
  const key = values.join(',')
  const found = useRequest(
    async (signal) => {
      const val = key.split(',')
      const filter = { field: column, rule: 'in' as const, val }
      return (await client.list({ code }, { pageNo: 1, pageSize: val.length, filter }, { signal })).records
    },
    [client, code, column, key],
  )
  const fields = useMemo(
    () => new Map((page.data?.fields ?? []).map((field) => [field.name, field])),
    [page.data],
  )
  const error = page.error ?? found.error
  if (error)
    return (
      <Typography.Text type="warning" role="alert">
        {error.message}
      </Typography.Text>
    )
  if (!page.data || !found.data) return <Skeleton active title={false} />
  const rows = new Map(found.data.map((row) => [String(row[column]), row]))
  const shown = values.flatMap((value) => {
    const row = rows.get(value)
    return row ? [{ value, row }] : []
  })
  return (
    <Space wrap style={{ marginTop: 8 }}>
      {shown.map(({ value, row }) => (
        <RecordCard
          key={value}
          row={row}
          names={namesIn(options.text).flatMap((name) => fields.get(name) ?? [])}
          image={fields.get(options.imageField ?? '')}
          disabled={disabled}
          onRemove={() => onRemove(value)}
        />
      ))}
    </Space>
  )
}

interface CardProps {
  row: Row
  names: readonly Field[]
  image: Field | undefined
  disabled: boolean
  onRemove(): void
}

function RecordCard({ row, names: [title, ...others], image, disabled, onRemove }: CardProps) {
  const name = title ? String(row[`${title.name}_dictText`] ?? row[title.name] ?? '') : ''
  return (
    <Card
      size="small"
      style={{ width: 260, maxWidth: '100%' }}
      title={name}
      extra={
        disabled ? null : (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('移除{name}', { name })}
            onClick={onRemove}
          />
        )
      }
    >
      {image ? <ReadValue field={image} row={row} /> : null}
      {others.map((field) => (
        <div key={field.name}>
          <Typography.Text type="secondary">{field.title}</Typography.Text>{' '}
          <ReadValue field={field} row={row} />
        </div>
      ))}
    </Card>
  )
}
