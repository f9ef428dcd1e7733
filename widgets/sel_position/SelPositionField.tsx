import { type FieldProps, OfferedSelect } from '#renderer/index.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { texts } from '#schemas/text/text.ts'
import type { SelPositionOptions } from '#schemas/widget/sel_position.ts'
import { storedKey } from '#schemas/widget/stored-key.ts'

/** What of the positions is offered. */
const ROWS: FormDocument = texts({
  kind: 'form',
  code: 'sys_position',
  title: '职务',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '职务名称', view: 'text' },
      code: { type: 'string', title: '职务编码', view: 'text' },
      rank: { type: 'string', title: '职级', view: 'text' },
    },
  },
  list: { columns: ['name', 'code', 'rank'], query: [{ field: 'name', mode: 'like' }] },
})

/** The positions of the tenant in a dropdown, or in a dialog. */
export default function SelPositionField({
  value,
  options,
  onChange,
  ...field
}: FieldProps<SelPositionOptions, string[]>) {
  return (
    <OfferedSelect
      {...field}
      rows={ROWS}
      name="name"
      stored={storedKey(options, 'id')}
      several={holdsSeveral(field.field)}
      values={value}
      placeholder={options.placeholder}
      onChange={(next) => onChange(next)}
    />
  )
}
