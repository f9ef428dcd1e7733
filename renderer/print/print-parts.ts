import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import type { PrintBlock, PrintColumn, PrintField, PrintTemplate } from '#schemas/page/print.ts'
import { PRINT_PLACE, type PrintFormat } from '#schemas/page/print-words.ts'
import { chineseAmount, chineseDay } from '#schemas/rules/chinese-figures.ts'
import { t } from '#schemas/text/text.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { isWide } from '../model/is-wide.ts'
import type { PageModel } from '../model/page-model.ts'
import { rowsOf } from '../model/rows-of.ts'
import { displayText } from '../widget/display-text.ts'
import { pictures } from '../widget/files/file-name.ts'
import { knownFiles } from '../widget/files/known-files.ts'
import type { WidgetRegistry } from '../widget/registry.ts'
import { subColumns } from './default-templates.ts'
import {
  fieldLines,
  type PrintCell,
  type PrintItem,
  type PrintLine,
  type PrintPart,
  type PrintTable,
  usualWidth,
} from './print-content.ts'
import { totalOf } from './total-of.ts'

/** Height of letters where a template does not say (pt). */
const LETTERS = 10
/** Width of a QR code where a template does not say (mm). */
const CODE_WIDTH = 25

/** What content is made from besides template and records. */
export interface PrintWords {
  registry: WidgetRegistry
  /** Fields that the user may not see. */
  taken(form: CompiledForm): ReadonlySet<string>
  /** Values of the variables of texts, page numbers aside. */
  variables: Readonly<Record<string, string>>
}

/** The content of the pages: a part for each record, one for all of a list. */
export function printParts(
  template: PrintTemplate,
  model: PageModel,
  records: readonly Row[],
  words: PrintWords,
): PrintPart[] {
  const { form } = model
  const lines = (row: Row) => ({
    header: lineOf(template.header, form, row, words),
    footer: lineOf(template.footer, form, row, words),
  })
  if (template.kind === 'list') {
    const row = {}
    const before = (template.blocks ?? []).flatMap((block) => blockItems(block, model, row, words))
    const items = [...before, ...tableItems(form, template.columns ?? [], records, words)]
    return [{ key: 'list', items, ...lines(row) }]
  }
  return records.map((row, at) => ({
    key: String(row.id ?? at),
    items: (template.blocks ?? []).flatMap((block) => blockItems(block, model, row, words)),
    ...lines(row),
  }))
}

function lineOf(line: PrintTemplate['header'], form: CompiledForm, row: Row, words: PrintWords): PrintLine {
  const filled = (text: string | undefined) => text && fillPlaces(text, form, row, words)
  return { left: filled(line?.left), center: filled(line?.center), right: filled(line?.right) }
}

/** A text with the values of the fields that it names. What is no field of the form stays, so that page numbers find their places. */
function fillPlaces(text: string, form: CompiledForm, row: Row, words: PrintWords): string {
  return text.replaceAll(PRINT_PLACE, (place, name: string, format?: string) => {
    if (Object.hasOwn(words.variables, name)) return words.variables[name] ?? ''
    const field = seen(form, name, words)
    if (field) return written(field, row, format as PrintFormat | undefined, words)
    if (name === 'id') return String(row.id ?? '')
    return name.startsWith('sys_page') ? place : ''
  })
}

function seen(form: CompiledForm, name: string, { taken }: PrintWords): Field | undefined {
  if (taken(form).has(name)) return undefined
  return form.fields.find((field) => field.name === name && !traitsOf(field.view).secret)
}

/** A value in words, in the way that the template wants it. */
function written(field: Field, row: Row, format: PrintFormat | undefined, words: PrintWords): string {
  const value = row[field.name]
  const special =
    format === 'amount' ? chineseAmount(value) : format ? chineseDay(value, format === 'day') : null
  return special ?? displayText(words.registry, field, row)
}

function blockItems(block: PrintBlock, model: PageModel, row: Row, words: PrintWords): PrintItem[] {
  const { form } = model
  if ('text' in block) {
    const { align = 'left', size = LETTERS, bold = false } = block
    return fillPlaces(block.text, form, row, words)
      .split('\n')
      .map((text) => ({ kind: 'text', text, align, size, bold }))
  }
  if ('qr' in block) {
    const { size = CODE_WIDTH, align = 'left' } = block
    const value = fillPlaces(block.qr, form, row, words)
    return value === '' ? [] : [{ kind: 'qr', value, size, align }]
  }
  if ('fields' in block) {
    const cells = block.fields.flatMap((entry) => cellOf(entry, form, row, words))
    return headed(block.title, fieldLines(cells, block.columns ?? 2))
  }
  const sub = model.subs.find((one) => one.sub.code === block.rows)
  if (!sub) return []
  const columns = block.columns ?? subColumns(sub.form, words.taken(sub.form))
  return headed(block.title ?? sub.title, tableItems(sub.form, columns, rowsOf(row[block.rows]), words))
}

function headed(title: string | undefined, items: PrintItem[]): PrintItem[] {
  return title && items.length > 0 ? [{ kind: 'heading', text: title }, ...items] : items
}

function cellOf(entry: PrintField, form: CompiledForm, row: Row, words: PrintWords): PrintCell[] {
  const said = typeof entry === 'string' ? { field: entry } : entry
  const field = seen(form, said.field, words)
  if (!field) return []
  const shown = picturesOf(field, row)
  return [
    {
      title: said.title ?? field.title,
      text: shown.length > 0 ? '' : written(field, row, said.format, words),
      pictures: shown,
      wide: said.wide ?? isWide(field),
    },
  ]
}

function picturesOf({ name, view }: Field, row: Row): PrintCell['pictures'] {
  if (!traitsOf(view).pictures) return []
  return pictures(
    String(row[name] ?? '')
      .split(',')
      .filter(Boolean),
    knownFiles(row, name),
  )
}

/** Rows of a table, and below them the totals. */
function tableItems(
  form: CompiledForm,
  entries: readonly PrintColumn[],
  rows: readonly Row[],
  words: PrintWords,
): PrintItem[] {
  const columns = entries.flatMap((entry) => {
    const said = typeof entry === 'string' ? { field: entry } : entry
    const field = seen(form, said.field, words)
    return field ? [{ ...said, field }] : []
  })
  if (columns.length === 0) return []
  const aligned = new Map(form.list.columns.map(({ field, align }) => [field.name, align]))
  const texts = columns.map(({ field, format }) => rows.map((row) => written(field, row, format, words)))
  const table: PrintTable = {
    columns: [
      { title: t('序号'), width: 10, align: 'center' },
      ...columns.map(({ field, title, width }, at) => ({
        title: title ?? field.title,
        width: width ?? usualWidth(title ?? field.title, texts[at] ?? []),
        align: aligned.get(field.name) ?? ('left' as const),
      })),
    ],
  }
  const items = rows.map(
    (_, at): PrintItem => ({
      kind: 'row',
      table,
      texts: [String(at + 1), ...texts.map((column) => column[at] ?? '')],
      isTotal: false,
    }),
  )
  if (!columns.some(({ total }) => total)) return items
  const totals = columns.map(({ field, format, total }) => {
    const value = total
      ? totalOf(
          total,
          rows.map((row) => row[field.name]),
        )
      : null
    if (value === null) return ''
    if (total === 'count') return t('{count}条', { count: value })
    const said = written(field, { [field.name]: Number(value) }, format, words)
    return total === 'average' ? `${t('平均')} ${said}` : said
  })
  return [...items, { kind: 'row', table, texts: [t('合计'), ...totals], isTotal: true }]
}
