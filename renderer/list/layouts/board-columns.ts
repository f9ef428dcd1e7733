import type { ListBoard } from '#schemas/api/figures.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import type { Option } from '../../data/data-client.ts'
import { groupValue } from '../../model/list-groups.ts'

/** A column of a board: a choice of its field, or what records have that is none. */
export interface BoardColumn {
  /** The value as text, '' for records without one. */
  key: string
  /** What a record in it has; null for none. */
  value: string | number | null
  /** As the dictionary calls it; null where it knows no such choice. */
  text: string | null
  color: string | undefined
  /** A row of the value alone. */
  row: Row
  count: number
  records: readonly Row[]
  /** Cards can be put here. */
  takes: boolean
}

/** The columns of a board: records without a value first, then the choices in their order, then values that are no choice any more. */
export function boardColumns(
  field: Field,
  options: readonly Option[],
  groups: ListBoard['groups'],
): BoardColumn[] {
  const found = new Map(groups.map((group) => [groupValue(field, group.row), group]))
  const columnOf = (key: string, option?: Option): BoardColumn => {
    const group = found.get(key)
    const value = option?.value ?? (key === '' ? null : (group?.row[field.name] as string | number))
    return {
      key,
      value,
      text: option?.text ?? null,
      color: option?.color,
      row: group?.row ?? { [field.name]: value },
      count: group?.count ?? 0,
      records: group?.records ?? [],
      takes: option ? !option.disabled : key === '' && !field.required,
    }
  }
  const known = new Set(options.map(({ value }) => String(value)))
  const others = [...found.keys()].filter((key) => key !== '' && !known.has(key))
  return [
    ...(found.has('') ? [columnOf('')] : []),
    ...options
      .filter(({ value, disabled }) => !disabled || found.has(String(value)))
      .map((option) => columnOf(String(option.value), option)),
    ...others.map((key) => columnOf(key)),
  ]
}
