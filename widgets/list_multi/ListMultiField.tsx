import { Select } from 'antd'
import { CLEARABLE, type FieldProps, useDict } from '#renderer/index.ts'
import type { ListOptions } from '#schemas/widget/list.ts'

/** A dropdown of several choices. */
export default function ListMultiField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<ListOptions, string[]>) {
  const dict = useDict(field)
  return (
    <Select
      id={id}
      mode="multiple"
      value={value}
      style={{ width: '100%' }}
      options={dict.options.map((option) => ({
        value: String(option.value),
        label: option.text,
        ...(option.disabled ? { disabled: true } : {}),
      }))}
      loading={dict.loading}
      disabled={disabled}
      status={invalid || dict.error ? 'error' : ''}
      placeholder={options.placeholder ?? `请选择${field.title}`}
      allowClear={CLEARABLE}
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={dict.error ? dict.error.message : '暂无数据'}
      onChange={(next: string[]) => onChange(next)}
    />
  )
}
