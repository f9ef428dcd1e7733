import { Input } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { TextareaOptions } from '#schemas/widget/textarea.ts'
import { PopText } from './PopText.tsx'

/** Several lines of text, growing with what is written; or one line with a box for more. */
export default function TextareaField(props: FieldProps<TextareaOptions, string>) {
  if (props.options.pop) return <PopText {...props} />
  const { id, field, value, options, disabled, invalid, onChange } = props
  const { maxLength } = field.property
  return (
    <Input.TextArea
      id={id}
      value={value}
      placeholder={options.placeholder ?? t('请输入{title}', { title: field.title })}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      autoSize={
        options.rows ? { minRows: options.rows, maxRows: options.rows * 3 } : { minRows: 3, maxRows: 10 }
      }
      {...(maxLength ? { count: { show: true, max: maxLength } } : {})}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
