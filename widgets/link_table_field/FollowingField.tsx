import { Input } from 'antd'
import { type FieldProps, useLabels } from '#renderer/index.ts'
import { choiceSource } from '#schemas/compile/choice-source.ts'
import type { LinkTableFieldOptions } from '#schemas/widget/link_table_field.ts'

const NOTHING: readonly string[] = []

/** What the chosen record says in one column; it changes with the choice and is never typed. */
export default function FollowingField({ id, field, row }: FieldProps<LinkTableFieldOptions, string>) {
  const chosen = field.follows ? String(row[field.follows.field] ?? '') : ''
  const values = chosen === '' ? NOTHING : chosen.split(',')
  const texts = useLabels(choiceSource(field), values)
  return <Input id={id} readOnly disabled value={values.map((value) => texts?.get(value) ?? '').join(',')} />
}
