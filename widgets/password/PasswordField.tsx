import { Input } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'

/** A secret text; the browser is asked not to fill it with the user's own password. */
export default function PasswordField({
  id,
  field,
  value,
  disabled,
  invalid,
  onChange,
}: FieldProps<object, string>) {
  return (
    <Input.Password
      id={id}
      value={value}
      autoComplete="new-password"
      placeholder={t('请输入{title}', { title: field.title })}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
