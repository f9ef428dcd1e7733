import { TimePicker } from 'antd'
import { type FieldProps, momentProps, TIME_FORMATS, Unreadable } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'

const FORMATS = { stored: 'HH:mm:ss', accepted: ['HH:mm'], typed: TIME_FORMATS }

/** A clock, stored as HH:mm:ss. */
export default function TimeField(field: FieldProps<{ placeholder?: string }, string | null>) {
  const { isReadable, props } = momentProps(field, FORMATS)
  return (
    <>
      <TimePicker {...props} />
      {isReadable || field.invalid ? null : <Unreadable what={t('时间')} text={String(field.value)} />}
    </>
  )
}
