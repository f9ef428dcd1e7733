import { type FieldProps, OfferedSelect } from '#renderer/index.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { texts } from '#schemas/text/text.ts'
import type { SelRoleOptions } from '#schemas/widget/sel_role.ts'
import { storedKey } from '#schemas/widget/stored-key.ts'

/** What of the roles is offered. */
const ROWS: FormDocument = texts({
  kind: 'form',
  code: 'sys_role',
  title: '角色',
  schema: {
    type: 'object',
    properties: {
      roleName: { type: 'string', title: '角色名称', view: 'text' },
      roleCode: { type: 'string', title: '角色编码', view: 'text' },
    },
  },
  list: { columns: ['roleName', 'roleCode'], query: [{ field: 'roleCode', mode: 'like' }] },
})

/** The roles of the tenant in a dropdown, or in a dialog. */
export default function SelRoleField({
  value,
  options,
  onChange,
  ...field
}: FieldProps<SelRoleOptions, string[]>) {
  return (
    <OfferedSelect
      {...field}
      rows={ROWS}
      name="roleName"
      stored={storedKey(options, 'id')}
      several={holdsSeveral(field.field)}
      values={value}
      placeholder={options.placeholder}
      onChange={(next) => onChange(next)}
    />
  )
}
