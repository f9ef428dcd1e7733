import type { FileDescription } from '#schemas/api/file.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { badRequest } from '../../errors.ts'
import { reader, scopeOf } from '../../language.ts'
import type { FormView } from '../online-form/index.ts'
import { excelDate } from '../spreadsheet/excel-date.ts'
import type { Cell, SheetColumn } from '../spreadsheet/sheet.ts'

/** A column of the file. */
export interface ExportColumn extends SheetColumn {
  title: string
  /** Columns that its cells are made of. */
  reads: readonly string[]
  cell(row: Row, format: 'xlsx' | 'csv'): Cell
}

const DATE_FORMATS = { date: 'yyyy-mm-dd', datetime: 'yyyy-mm-dd hh:mm:ss' } as const
const [NARROWEST, WIDEST, PIXELS] = [10, 60, 7]

/** The columns that a caller names, of those that the user may see; without names those of the list. */
export function exportColumns(
  view: FormView,
  named: string | undefined,
  origin: string,
  { orNone = false }: { orNone?: boolean } = {},
): ExportColumn[] {
  const listed = new Map(view.form.list.columns.map((column) => [column.field.name, column.width]))
  const names = named ? named.split(',').map((name) => name.trim()) : [...listed.keys()]
  const fields = new Map(view.fields.map((field) => [field.name, field]))
  const columns = [...new Set(names)].flatMap((name) => {
    const field = fields.get(name)
    const isRead = view.columns.has(name) && view.columns.get(name)?.kind !== 'binary'
    const isFollower = field?.follows !== undefined && view.columns.has(field.follows.field)
    return field && (isRead || isFollower) ? [columnOf(view, field, listed.get(name) ?? null, origin)] : []
  })
  if (columns.length === 0 && !orNone) throw badRequest('没有可导出的列')
  return columns
}

function columnOf(view: FormView, field: Field, width: number | null, origin: string): ExportColumn {
  const { name } = field
  const title = reader().word(scopeOf.form(view.form.code), field.title || name)
  const kind = view.columns.get(name)?.kind ?? 'text'
  const wide = width === null ? title.length * 2 + 4 : width / PIXELS
  const format =
    kind === 'date' || kind === 'datetime'
      ? DATE_FORMATS[kind]
      : kind === 'integer' || kind === 'long'
        ? '0'
        : kind === 'decimal'
          ? `0${'.'.padEnd((field.column.scale ?? 0) + 1, '0').replace(/^\.$/, '')}`
          : undefined
  const isFile = traitsOf(field.view).files === 'paths'
  const isDate = kind === 'date' || kind === 'datetime'
  return {
    title,
    width: Math.round(Math.min(Math.max(wide, NARROWEST, isDate ? (format?.length ?? 0) : 0), WIDEST)),
    ...(format === undefined ? {} : { format }),
    reads: field.follows ? [name, field.follows.field] : [name],
    cell(row, as) {
      const value = row[`${name}_dictText`] ?? row[name]
      if (value === null || value === undefined || value === '') return null
      if (typeof value === 'number') return value
      const text = typeof value === 'string' ? value : String(value)
      if (isFile) return linkedFile(text, row, name, origin)
      if (as === 'xlsx' && isDate) return excelDate(text) ?? text
      return text
    },
  }
}

/** Where the value names one file the cell leads to it, where it names several to all of them at once. */
function linkedFile(value: string, row: Row, name: string, origin: string): Cell {
  const files = row._files as Readonly<Record<string, FileDescription>> | undefined
  const archives = row._zips as Readonly<Record<string, string>> | undefined
  const address = archives?.[name] ?? files?.[value.split(',')[0] ?? '']?.url
  return address === undefined ? value : { value, link: new URL(address, origin).href }
}
