import { InputNumber, Progress } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import { shareOf } from './paint-progress.ts'

/** A share of 100, typed; the bar below follows. */
export default function ProgressField({
  id,
  field,
  value,
  disabled,
  invalid,
  onChange,
}: FieldProps<object, number | string | null>) {
  return (
    <>
      <InputNumber<number | string>
        id={id}
        value={value}
        style={{ width: '100%' }}
        placeholder={t('请输入{title}', { title: field.title })}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        changeOnWheel={false}
        suffix="%"
        onChange={onChange}
      />
      <Progress percent={shareOf(value) ?? 0} size="small" showInfo={false} aria-hidden="true" />
    </>
  )
}
