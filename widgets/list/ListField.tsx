import { ChoiceSelect, type FieldProps } from '#renderer/index.ts'
import type { ListOptions } from '#schemas/widget/list.ts'

/** A dropdown of one choice. */
export default function ListField({ value, options, onChange, ...field }: FieldProps<ListOptions, string>) {
  return (
    <ChoiceSelect
      {...field}
      several={false}
      values={value === '' ? [] : [value]}
      placeholder={options.placeholder}
      onChange={([next = '']) => onChange(next)}
    />
  )
}
