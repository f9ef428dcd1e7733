import { InputNumber } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import type { NumberOptions } from '#schemas/widget/number.ts'

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
  const precision =
    field.property.type === 'integer' ? 0 : (options.precision ?? field.column.scale ?? undefined)
  return (
    <InputNumber<number | string>
      id={id}
      value={value}
      style={{ width: '100%' }}
      placeholder={options.placeholder ?? `请输入${field.title}`}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      changeOnWheel={false}
      stringMode={field.column.type === 'BigDecimal' || field.column.type === 'long'}
      {...(precision === undefined ? {} : { precision })}
      {...(options.unit ? { suffix: options.unit } : {})}
      onChange={(next) => onChange(next)}
    />
  )
}
