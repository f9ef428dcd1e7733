import dayjs, { type Dayjs } from 'dayjs'
import { t } from '#schemas/text/text.ts'
import { CLEARABLE } from '../kit/clearable.tsx'
import { typedText } from '../kit/typed-text.ts'
import type { FieldProps } from './widget.ts'

interface Formats {
  /** How the value is stored and shown. */
  stored: string
  /** Stored texts that can be read besides; anything else is shown as it is. */
  accepted: readonly string[]
  /** How people may type it. */
  typed: readonly string[]
}

/** What the pickers of a moment and of a time have in common; `isReadable` is false for a stored text that is neither. */
export function momentProps(
  {
    id,
    field,
    value,
    options,
    disabled,
    invalid,
    onChange,
  }: FieldProps<{ placeholder?: string }, string | null>,
  { stored, accepted, typed }: Formats,
) {
  const moment = value === null ? null : dayjs(value, [stored, ...accepted], true)
  const isReadable = moment === null || moment.isValid()
  const shown = moment && isReadable ? moment.format(stored) : ''
  return {
    isReadable,
    props: {
      allowClear: CLEARABLE,
      id,
      // An entry under a resting mouse would be written into what is being typed.
      previewValue: false as const,
      format: stored,
      ...typedText(typed, shown, (one, text) => onChange(one?.format(stored) ?? text)),
      value: isReadable ? moment : null,
      style: { width: '100%' },
      disabled,
      status: invalid ? ('error' as const) : ('' as const),
      placeholder: isReadable
        ? (options.placeholder ?? t('请选择{title}', { title: field.title }))
        : String(value),
      onChange: (next: Dayjs | Dayjs[] | null) => {
        const one = Array.isArray(next) ? next[0] : next
        onChange(one ? one.format(stored) : null)
      },
    },
  }
}
