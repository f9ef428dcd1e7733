import { Empty } from 'antd'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { ReadValue } from '../widget/ReadValue.tsx'

/** Fields of a form that hold files. */
export function fileFields(form: CompiledForm, taken: ReadonlySet<string>): readonly Field[] {
  return form.form.groups
    .flatMap(({ fields }) => fields)
    .filter(({ name, view }) => traitsOf(view).files === 'paths' && !taken.has(name))
}

/** All files of a record, by the fields that hold them. */
export function RecordFiles({ fields, row }: { fields: readonly Field[]; row: Row }) {
  const filled = fields.filter(({ name }) => (row[name] ?? '') !== '')
  if (filled.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('该记录没有附件')} />
  return filled.map((field) => (
    <section key={field.name} className="expo-detail">
      <h3 className="expo-form-heading">{field.title}</h3>
      <ReadValue field={field} row={row} whole />
    </section>
  ))
}
