import { TimePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { CLEARABLE, type FieldProps, TIME_FORMATS, typedText, Unreadable } from '#renderer/index.ts'

dayjs.extend(customParseFormat)
const STORED = 'HH:mm:ss'
/** Stored texts that are a time; anything else is shown as it is. */
const ACCEPTED = [STORED, 'HH:mm']

/** A clock, stored as HH:mm:ss. */
export default function TimeField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<{ placeholder?: string }, string | null>) {
  const time = value === null ? null : dayjs(value, ACCEPTED, true)
  const shown = time?.isValid() ? time.format(STORED) : ''
  return (
    <>
      <TimePicker
        allowClear={CLEARABLE}
        id={id}
        // A time under a resting mouse would be written into what is being typed.
        previewValue={false}
        format={STORED}
        {...typedText(TIME_FORMATS, shown, (moment, text) => onChange(moment?.format(STORED) ?? text))}
        value={time?.isValid() ? time : null}
        style={{ width: '100%' }}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        placeholder={
          time && !time.isValid() ? String(value) : (options.placeholder ?? `请选择${field.title}`)
        }
        onChange={(next) => {
          const one = Array.isArray(next) ? next[0] : next
          onChange(one ? one.format(STORED) : null)
        }}
      />
      {time && !time.isValid() && !invalid ? <Unreadable what="时间" text={String(value)} /> : null}
    </>
  )
}
