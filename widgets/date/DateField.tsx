import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import {
  CLEARABLE,
  DAY_FORMATS,
  type FieldProps,
  MONTH_FORMATS,
  typedText,
  Unreadable,
} from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { DateOptions } from '#schemas/widget/date.ts'
import { dayOf, firstDay } from './period.ts'

/** How a period may be typed; the others (weeks, quarters) are chosen only. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  date: DAY_FORMATS,
  month: MONTH_FORMATS,
  year: ['YYYY'],
}

/** Years that are offered: a hundred from the first on. Another one can be typed. */
const YEARS = { minDate: dayjs('2019-01-01'), maxDate: dayjs('2118-12-31') }

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
  const formats = TYPED[picker]
  const shown = day && formats ? day.format(formats[0]) : ''
  return (
    <>
      <DatePicker
        allowClear={CLEARABLE}
        id={id}
        // A day under a resting mouse would be written into what is being typed.
        previewValue={false}
        picker={picker}
        value={day}
        {...(picker === 'year' ? YEARS : {})}
        {...(formats
          ? {
              // One alone: with several the picker would rewrite a text while it is being typed.
              format: formats[0] ?? '',
              ...typedText(formats, shown, (moment, text) =>
                onChange(moment ? firstDay(moment, picker) : text),
              ),
            }
          : { inputReadOnly: true })}
        style={{ width: '100%' }}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        // What is no date stays visible until another is chosen.
        placeholder={
          value !== null && !day ? value : (options.placeholder ?? t('请选择{title}', { title: field.title }))
        }
        onChange={(next) => {
          const one = Array.isArray(next) ? next[0] : next
          onChange(one ? firstDay(one, picker) : null)
        }}
      />
      {value !== null && !day && !invalid ? <Unreadable what={t('日期')} text={value} /> : null}
    </>
  )
}
