import { DatePicker } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import type { DateOptions } from '#schemas/widget/date.ts'
import { dayOf, firstDay } from './period.ts'

/** A calendar; stores the first day of the period that its picker chooses. */
export default function DateField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<DateOptions & { placeholder?: string }, string | null>) {
  const picker = options.picker ?? 'date'
  const day = dayOf(value)
  return (
    <DatePicker
      id={id}
      picker={picker}
      value={day}
      style={{ width: '100%' }}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      // What is no date stays visible until another is chosen.
      placeholder={value !== null && !day ? value : (options.placeholder ?? `请选择${field.title}`)}
      onChange={(next) => {
        const one = Array.isArray(next) ? next[0] : next
        onChange(one ? firstDay(one, picker) : null)
      }}
    />
  )
}
