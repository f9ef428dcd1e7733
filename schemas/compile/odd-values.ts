import type { CompiledForm, Row, RowError } from './model.ts'

/** What a row brings besides the document's fields. */
const OWN_NAMES: readonly { name: string; title: string }[] = [
  { name: 'id', title: '记录编号' },
  { name: '_version', title: '版本号' },
]

/** True for what a field may hold on the wire: nothing, one plain value, or a list of plain values. */
export function isPlainValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object' && isPlainValue(item))
  const type = typeof value
  return (
    value === null || type === 'string' || type === 'number' || type === 'boolean' || type === 'undefined'
  )
}

/**
 * Values of a row that no field holds, such as objects. To be asked before anything looks at the row: such a value can
 * neither be compared nor turned into text.
 */
export function oddValues(form: Pick<CompiledForm, 'fields'>, row: Readonly<Row>): RowError[] {
  return [...OWN_NAMES, ...form.fields]
    .filter(({ name }) => Object.hasOwn(row, name) && !isPlainValue(row[name]))
    .map(({ name, title }) => ({ field: name, message: `${title}的值格式不正确` }))
}
