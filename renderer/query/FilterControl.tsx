import { Input } from 'antd'
import type { Field, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { CLEARABLE } from '../kit/clearable.tsx'
import { WidgetControl, type WidgetControlProps } from '../widget/WidgetControl.tsx'

const NO_ROW: Row = {}

interface Props {
  id: string
  /** The field as it is searched. */
  field: Field
  value: string
  invalid?: boolean
  onChange(value: string): void
}

/** The control of a filter, between stored values. */
export function FilterControl({ id, field, value, invalid = false, onChange }: Props) {
  return (
    <WidgetControl
      surface="filter"
      fallback={FilterText}
      id={id}
      field={field}
      value={value}
      row={NO_ROW}
      invalid={invalid}
      onChange={(stored) => onChange(stored === null ? '' : String(stored))}
    />
  )
}

/** A kind without a filter of its own is searched as text. */
function FilterText({ id, field, value, invalid, onChange }: WidgetControlProps) {
  return (
    <Input
      id={id}
      value={String(value)}
      status={invalid ? 'error' : ''}
      allowClear={CLEARABLE}
      placeholder={String(field.options.placeholder ?? t('请输入{title}', { title: field.title }))}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
