import { Button, Descriptions, Divider, Skeleton, Typography } from 'antd'
import { Fragment } from 'react'
import type { Row, ShownField } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { Request } from '../data/use-request.ts'
import { displayText } from './display-text.ts'
import { ReadValue } from './ReadValue.tsx'
import { useRenderer } from './renderer-context.tsx'

export interface CardRows {
  fields: readonly ShownField[]
  rows: readonly Row[]
}

interface Props {
  found: Request<CardRows>
  /** The records that were asked for. */
  values: readonly string[]
  /** Column that holds the value. */
  column: string
}

/** The records of a value's card with what is filled in, one below the other; one that is not answered is said to be gone. */
export function ValueCardRows({ found: { data, error, reload }, values, column }: Props) {
  const { registry } = useRenderer()
  if (error && !isRefusal(error.status))
    return (
      <>
        <Typography.Text type="warning">{error.message}</Typography.Text>{' '}
        <Button size="small" onClick={reload}>
          {t('重试')}
        </Button>
      </>
    )
  if (!data && !error) return <Skeleton active title={false} />
  const { fields, rows } = data ?? { fields: [], rows: [] }
  const byValue = new Map(rows.map((row) => [String(row[column]), row]))
  return values.map((value, at) => {
    const row = byValue.get(value)
    return (
      <Fragment key={value}>
        {at > 0 ? <Divider size="small" /> : null}
        {row ? (
          <Descriptions
            size="small"
            column={1}
            items={fields
              .filter((field) => displayText(registry, field, row) !== '')
              .map((field) => ({
                key: field.name,
                label: field.title,
                children: <ReadValue field={field} row={row} cards={false} />,
              }))}
          />
        ) : (
          <Typography.Text type="secondary">{t('已不存在，或您无权查看')}</Typography.Text>
        )}
      </Fragment>
    )
  })
}

/** The record, or all of its form, is not for this user, or there is none. */
function isRefusal(status: number): boolean {
  return status === 403 || status === 404
}
