import { InputNumber, Typography } from 'antd'
import { useState } from 'react'
import type { FieldProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { NumberOptions } from '#schemas/widget/number.ts'
import { shownDigits, shownPrecision, shownScale, storedDigits } from '#schemas/widget/number-format.ts'
import { currencyOf } from './grouped.ts'
import { noteOn } from './note-on.ts'

/** A number; the mouse wheel scrolls the page and never changes it. */
export default function NumberField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<NumberOptions, number | string | null>) {
  const [note, setNote] = useState('')
  const precision =
    field.property.type === 'integer' || options.onlyInteger
      ? 0
      : (shownPrecision(options) ??
        (field.column.scale === null ? undefined : shownScale(field.column.scale, options)))
  const isShare = options.format === 'percent'
  const suffix = options.unit ?? (isShare ? '%' : undefined)
  const currency = currencyOf(options)
  return (
    <>
      <InputNumber<number | string>
        id={id}
        value={isShare && value !== null ? shownDigits(String(value), options) : value}
        style={{ width: '100%' }}
        placeholder={options.placeholder ?? t('请输入{title}', { title: field.title })}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        changeOnWheel={false}
        stringMode={isShare || field.column.type === 'BigDecimal' || field.column.type === 'long'}
        {...(precision === undefined ? {} : { precision })}
        {...(suffix ? { suffix } : {})}
        {...(currency ? { prefix: currency } : {})}
        onInput={(typed) => setNote(noteOn(typed, precision))}
        onChange={(next) => onChange(isShare && next !== null ? storedDigits(String(next), options) : next)}
      />
      {note === '' ? null : (
        <Typography.Text type="secondary" role="status">
          {note}
        </Typography.Text>
      )}
    </>
  )
}
