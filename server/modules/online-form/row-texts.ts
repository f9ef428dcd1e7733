import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import type { DictOption } from '#schemas/page/form.ts'
import { AppError } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { FormView } from './form-view.ts'

/** Translates stored values of a dictionary into texts, many at once. */
export interface DictionaryTexts {
  texts(key: string, values: readonly string[], session: Session): Promise<ReadonlyMap<string, string>>
}

/** Names of administrative areas by code; null for an unknown one. */
export type AreaText = (code: string) => string | null

/** A column whose values come from a dictionary, a table or the areas. */
export interface TextColumn {
  name: string
  title: string
  target: string
  multi: boolean
  /** Texts known from the document itself, or a dictionary to ask, or an area code. */
  source: { known: ReadonlyMap<string, string> } | { key: string } | { area: true }
  /** Parent value of the topmost nodes: names no record and has no text. */
  root: string | null
}

const columnsOfView = new WeakMap<FormView, readonly TextColumn[]>()

/** Adds `<column>_dictText` to every row, with one question per dictionary whatever the number of rows. */
export async function addTexts(
  view: FormView,
  rows: readonly Row[],
  session: Session,
  dictionaries: DictionaryTexts,
  areaText: AreaText,
): Promise<void> {
  if (rows.length === 0) return
  const columns = textColumns(view)
  await Promise.all(
    columns.map(async (column) => {
      const texts = await textsOf(column, () => distinctValues(rows, column), session, dictionaries, areaText)
      for (const row of rows) {
        const value = row[column.name]
        if (value === null || value === undefined || value === '') continue
        const whole = String(value)
        const textOf = (part: string) => texts.get(part) ?? (part === column.root ? '' : part)
        // An unknown value is shown as it is.
        row[column.target] =
          column.multi && whole.includes(',') ? partsOf(whole).map(textOf).join(',') : textOf(whole)
      }
    }),
  )
}

async function textsOf(
  column: TextColumn,
  wanted: () => string[],
  session: Session,
  dictionaries: DictionaryTexts,
  areaText: AreaText,
): Promise<ReadonlyMap<string, string>> {
  if ('known' in column.source) return column.source.known
  const values = wanted()
  if (values.length === 0) return new Map()
  if ('key' in column.source) {
    try {
      return await dictionaries.texts(column.source.key, values, session)
    } catch (error) {
      // A dictionary that is missing or not this user's spoils its own column only: the stored values are shown.
      if (error instanceof AppError) return new Map()
      throw error
    }
  }
  return new Map(values.map((value) => [value, areaText(value) ?? value]))
}

/** Columns of a form that hold choices, as this user sees it. */
export function textColumns(view: FormView): readonly TextColumn[] {
  let columns = columnsOfView.get(view)
  if (!columns) {
    const linked = linkedFields(view)
    columns = view.fields.flatMap((field) => {
      const source = view.columns.has(field.name) ? sourceOf(field, linked.get(field.name)) : null
      return source
        ? [
            {
              name: field.name,
              title: field.title,
              target: `${field.name}_dictText`,
              multi: holdsSeveral(field),
              source,
              root: rootOf(field),
            },
          ]
        : []
    })
    columnsOfView.set(view, columns)
  }
  return columns
}

/** The further levels of a linked dropdown take their texts from the table of the first. */
function linkedFields(view: FormView): Map<string, Field> {
  const linked = new Map<string, Field>()
  for (const field of view.form.fields) {
    if (field.view !== 'link_down') continue
    for (const name of String(field.options.linkField ?? '').split(','))
      if (name.trim()) linked.set(name.trim(), field)
  }
  return linked
}

function sourceOf(field: Field, linkedBy: Field | undefined): TextColumn['source'] | null {
  const { options } = linkedBy ?? field
  switch (linkedBy ? 'link_down' : field.view) {
    case 'sel_user':
      return { key: `sys_user,${text(options.text, 'realname')},${text(options.store, 'username')}` }
    case 'sel_depart':
      return {
        key: `sys_depart,${departColumn(options.text, 'departName')},${departColumn(options.store, 'id')}`,
      }
    case 'cat_tree':
      return { key: 'sys_category,name,id' }
    case 'sel_tree':
      return options.table
        ? { key: `${text(options.table)},${text(options.text)},${text(options.code)}` }
        : null
    case 'link_down':
      return options.table
        ? { key: `${text(options.table)},${text(options.txt)},${text(options.key)}` }
        : null
    case 'pca':
      return { area: true }
    case 'switch':
      if (!field.dict) return { known: switchTexts(options) }
  }
  if (Array.isArray(field.dict)) return { known: optionTexts(field.dict) }
  return field.dictKey === null || field.dict === null ? null : { key: field.dictKey }
}

function rootOf({ view, options }: Field): string | null {
  return view === 'sel_tree' || view === 'cat_tree' ? text(options.pidValue, '0') : null
}

function optionTexts(options: readonly DictOption[]): ReadonlyMap<string, string> {
  return new Map(options.map((option) => [String(option.value), option.text]))
}

function switchTexts(options: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const values = Array.isArray(options.values) ? options.values : ['Y', 'N']
  const texts = Array.isArray(options.texts) ? options.texts : ['是', '否']
  return new Map(values.map((value, at) => [String(value), String(texts[at] ?? value)]))
}

function departColumn(option: unknown, initial: string): string {
  const name = text(option, initial)
  return name === 'departName' ? 'depart_name' : name === 'orgCode' ? 'org_code' : name
}

function text(option: unknown, initial = ''): string {
  return typeof option === 'string' && option !== '' ? option : initial
}

function distinctValues(rows: readonly Row[], { name, multi }: TextColumn): string[] {
  const values = new Set<string>()
  for (const row of rows) {
    const value = row[name]
    if (value === null || value === undefined || value === '') continue
    const whole = String(value)
    if (multi && whole.includes(',')) for (const part of partsOf(whole)) values.add(part)
    else values.add(whole)
  }
  return [...values]
}

const partsOf = (joined: string) => joined.split(',').filter((part) => part !== '')
