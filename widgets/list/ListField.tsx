import { Select } from 'antd'
import { CLEARABLE, type FieldProps, useDict } from '#renderer/index.ts'
import type { ListOptions } from '#schemas/widget/list.ts'

/** A dropdown; a stored value that the dictionary no longer has stays visible and is kept. */
export default function ListField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<ListOptions, string>) {
  const dict = useDict(field)
  const choices = dict.options.map((option) => ({
    value: String(option.value),
    label: option.text,
    ...(option.disabled ? { disabled: true } : {}),
  }))
  return (
    <Select
      id={id}
      value={value === '' ? null : value}
      style={{ width: '100%' }}
      options={choices}
      loading={dict.loading}
      disabled={disabled}
      status={invalid || dict.error ? 'error' : ''}
      placeholder={options.placeholder ?? `请选择${field.title}`}
      allowClear={CLEARABLE}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={dict.error ? dict.error.message : '暂无数据'}
      onChange={(next: string | null | undefined) => onChange(next ?? '')}
    />
  )
}
