import { Input } from 'antd'
import { CLEARABLE, type FieldProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { TextOptions } from '#schemas/widget/text.ts'

/** A line of text. What is too long is said by the row's validator, and not cut off while it is typed. */
export function TextInput({
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
      placeholder={options.placeholder ?? t('请输入{title}', { title: field.title })}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      allowClear={CLEARABLE}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
