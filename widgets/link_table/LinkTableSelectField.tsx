import { type FieldProps, RecordSelect } from '#renderer/index.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { LinkTableOptions } from '#schemas/widget/link_table.ts'

/** A dropdown of the records' names, with the dialog of all their columns beside it. */
export default function LinkTableSelectField({
  value,
  options,
  onChange,
  ...field
}: FieldProps<LinkTableOptions, string[]>) {
  return (
    <RecordSelect
      {...field}
      form={options.table ?? ''}
      column={options.value || 'id'}
      several={holdsSeveral(field.field)}
      values={value}
      onChange={(next) => onChange(next)}
    />
  )
}
