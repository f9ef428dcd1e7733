import { Select } from 'antd'
import { CLEARABLE, type FieldProps } from '#renderer/index.ts'
import type { SwitchOptions } from '#schemas/widget/switch.ts'

/** In a query a switch has three positions: on, off, and either. */
export default function SwitchFilterField({
  id,
  field,
  value,
  options,
  onChange,
}: FieldProps<SwitchOptions, string | number | null>) {
  const values = options.values ?? (['Y', 'N'] as const)
  const texts = options.texts ?? (['是', '否'] as const)
  return (
    <Select
      id={id}
      value={value === null || value === '' ? null : String(value)}
      style={{ width: '100%' }}
      allowClear={CLEARABLE}
      placeholder={`请选择${field.title}`}
      options={values.map((one, place) => ({ value: String(one), label: texts[place] ?? String(one) }))}
      onChange={(next: string | null | undefined) => onChange(next ?? null)}
    />
  )
}
