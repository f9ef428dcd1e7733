import { ChoiceSelect, type FieldProps } from '#renderer/index.ts'
import type { ListOptions } from '#schemas/widget/list.ts'

/** A dropdown of several choices. */
export default function ListMultiField({
  value,
  options,
  onChange,
  ...field
}: FieldProps<ListOptions, string[]>) {
  return (
    <ChoiceSelect
      {...field}
      several
      values={value}
      placeholder={options.placeholder}
      onChange={(next) => onChange(next)}
    />
  )
}
