import { Select } from 'antd'
import { CLEARABLE, type FieldProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import { onOffOptions } from '#schemas/widget/on-off.ts'
import type { SwitchOptions } from '#schemas/widget/switch.ts'

/** In a query a switch has three positions: on, off, and either. */
export default function SwitchFilterField({
  id,
  field,
  value,
  options,
  onChange,
}: FieldProps<SwitchOptions, string | number | null>) {
  return (
    <Select
      id={id}
      value={value === null || value === '' ? null : String(value)}
      style={{ width: '100%' }}
      allowClear={CLEARABLE}
      placeholder={t('请选择{title}', { title: field.title })}
      options={onOffOptions(options).map((one) => ({ value: String(one.value), label: one.text }))}
      onChange={(next: string | null | undefined) => onChange(next ?? null)}
    />
  )
}
