import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { FieldProps } from '#renderer/index.ts'
import type { DateOptions } from '#schemas/widget/date.ts'

const STORED = 'YYYY-MM-DD'

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
  const day = value === null ? null : dayjs(value)
  const start = picker === 'date' ? 'day' : picker === 'quarter' ? 'month' : picker
  return (
    <DatePicker
      id={id}
      picker={picker}
      value={day?.isValid() ? day : null}
      style={{ width: '100%' }}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      placeholder={day && !day.isValid() ? String(value) : (options.placeholder ?? `请选择${field.title}`)}
      onChange={(next) => {
        const one = Array.isArray(next) ? next[0] : next
        onChange(one ? one.startOf(start).format(STORED) : null)
      }}
    />
  )
}
