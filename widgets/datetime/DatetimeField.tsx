import { DatePicker } from 'antd'
import { type FieldProps, MOMENT_FORMATS, momentProps, Unreadable } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'

const FORMATS = {
  stored: 'YYYY-MM-DD HH:mm:ss',
  accepted: ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD'],
  typed: MOMENT_FORMATS,
}

/** A calendar with a time, stored as local time without a zone. */
export default function DatetimeField(field: FieldProps<{ placeholder?: string }, string | null>) {
  const { isReadable, props } = momentProps(field, FORMATS)
  return (
    <>
      <DatePicker {...props} showTime />
      {isReadable || field.invalid ? null : <Unreadable what={t('日期')} text={String(field.value)} />}
    </>
  )
}
