import { Input } from 'antd'
import { CLEARABLE, type FieldProps, SlotContent } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { SlotOptions } from '#schemas/widget/slot.ts'

/** The value as a line of text, and below it what the host makes of it. */
export default function SlotField({
  id,
  field,
  value,
  options,
  row,
  disabled,
  invalid,
  onChange,
}: FieldProps<SlotOptions, string>) {
  return (
    <>
      <Input
        id={id}
        value={value}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        placeholder={t('请输入{title}', { title: field.title })}
        allowClear={CLEARABLE}
        onChange={(event) => onChange(event.target.value)}
      />
      <SlotContent
        name={options.name ?? ''}
        field={field}
        value={value}
        row={row}
        disabled={disabled}
        onChange={(next, alsoSet) => onChange(next === null ? '' : String(next), alsoSet)}
      />
    </>
  )
}
