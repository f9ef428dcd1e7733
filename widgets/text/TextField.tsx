import { Input } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import type { TextOptions } from '#schemas/widget/text.ts'

/** A line of text; the length that the document allows is counted while typing near its end. */
export default function TextField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<TextOptions, string>) {
  return (
    <Input
      id={id}
      value={value}
      placeholder={options.placeholder ?? `请输入${field.title}`}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      allowClear
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
