import { choiceSource } from '#schemas/compile/choice-source.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import { furtherLevels } from '#schemas/widget/named-fields.ts'
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
      const found = view.columns.has(field.name) ? sourceOf(linked.get(field.name) ?? field) : null
      return found
        ? [
            {
              name: field.name,
              title: field.title,
              target: `${field.name}_dictText`,
              multi: holdsSeveral(field),
              ...found,
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
    for (const name of furtherLevels(field)) linked.set(name, field)
  }
  return linked
}

function sourceOf(field: Field): Pick<TextColumn, 'source' | 'root'> | null {
  const found = choiceSource(field)
  if (!found) return null
  if ('areas' in found) return { source: { area: true }, root: null }
  if ('options' in found)
    return {
      source: { known: new Map(found.options.map(({ value, text }) => [String(value), text])) },
      root: null,
    }
  if ('kept' in found) return { source: { key: found.kept }, root: null }
  const { table } = found
  if (table.declared === 'options')
    return { source: { key: `${table.table},${table.text},${table.value}` }, root: table.root ?? null }
  // Its condition stays on the server: the key names the field.
  return field.dictKey === null ? null : { source: { key: field.dictKey }, root: null }
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
