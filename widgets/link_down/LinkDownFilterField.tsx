import type { FieldProps } from '#renderer/index.ts'
import type { LinkDownOptions } from '#schemas/widget/link_down.ts'
import LinkDownField from './LinkDownField.tsx'

/** The choices of the first level; the columns of the others have filters of their own. */
export default function LinkDownFilterField({
  options: { linkField: _others, ...options },
  row: _row,
  ...props
}: FieldProps<LinkDownOptions, string>) {
  return (
    <LinkDownField
      {...props}
      options={options as LinkDownOptions}
      row={{ [props.field.name]: props.value }}
    />
  )
}
