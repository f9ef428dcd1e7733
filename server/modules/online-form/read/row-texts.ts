import { choiceSource } from '#schemas/compile/choice-source.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import { UNKNOWN_VALUES, unknownIn } from '#schemas/compile/unknown-values.ts'
import { OWN_LANGUAGE } from '#schemas/text/text.ts'
import { furtherLevels } from '#schemas/widget/named-fields.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { AppError } from '../../../errors.ts'
import { reader, scopeOf } from '../../../language.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormView } from './form-view.ts'

/** Translates stored values of a dictionary into texts, many at once. */
export interface DictionaryTexts {
  /** A key that the product itself names is open as one in a document; of a caller's own only what documents declare. */
  texts(
    key: string,
    values: readonly string[],
    session: Session,
    namedBy?: 'caller' | 'product',
  ): Promise<ReadonlyMap<string, string>>
}

/** Names of administrative areas by code; null for an unknown one. */
export type AreaText = (code: string) => string | null

/** A column whose values come from a dictionary, a table or the areas. */
export interface TextColumn {
  name: string
  title: string
  target: string
  multi: boolean
  /** Chosen from its source; what is drawn as a line of text takes any value, and only its text comes from there. */
  chosen: boolean
  /** Texts known from the document itself, or a dictionary to ask, or an area code. */
  source: { known: ReadonlyMap<string, string> } | { key: string } | { area: true }
  /** Parent value of the topmost nodes: names no record and has no text. */
  root: string | null
  /** Shows nothing for a row that cannot be read: what is stored is the key of the row. */
  follows?: true
  /** An account that the platform notes: where its column is not shown, its name is not looked up. */
  stamp?: true
}

/** Accounts by their people's names. */
const PEOPLE = 'sys_user,realname,username'

const columnsOfView = new WeakMap<FormView, readonly TextColumn[]>()

/**
 * Adds `<column>_dictText` to every row, and which values nothing has a text for any more, with one question per dictionary whatever the number of rows. A record that is
 * read alone tells who made it; a list only where it has the column.
 */
export async function addTexts(
  view: FormView,
  rows: readonly Row[],
  session: Session,
  dictionaries: DictionaryTexts,
  areaText: AreaText,
  shownAs: 'list' | 'record' = 'list',
): Promise<void> {
  if (rows.length === 0) return
  const listed = (name: string) => view.form.list.columns.some(({ field }) => field.name === name)
  const asked: Promise<void>[] = []
  for (const column of [...textColumns(view), ...followers(view)]) {
    if (column.stamp && shownAs === 'list' && !listed(column.name)) continue
    if ('known' in column.source) setTexts(rows, column, inReadersWords(column.source.known, view.form.code))
    else
      asked.push(
        textsOf(column, column.source, distinctValues(rows, column), session, dictionaries, areaText).then(
          (texts) => setTexts(rows, column, texts),
        ),
      )
  }
  await Promise.all(asked)
}

function inReadersWords(known: ReadonlyMap<string, string>, code: string): ReadonlyMap<string, string> {
  const { language, word } = reader()
  if (language === OWN_LANGUAGE) return known
  return new Map([...known].map(([value, text]) => [value, word(scopeOf.form(code), text)]))
}

/** Texts are null where none could be had: then nothing can be said of a value. */
function setTexts(rows: readonly Row[], column: TextColumn, found: ReadonlyMap<string, string> | null): void {
  const texts = found ?? new Map<string, string>()
  const textOf = (part: string) => texts.get(part) ?? (part === column.root || column.follows ? '' : part)
  for (const row of rows) {
    const value = row[column.name]
    if (value === null || value === undefined || value === '') continue
    const whole = typeof value === 'string' ? value : String(value)
    const parts = column.multi && whole.includes(',') ? partsOf(whole) : [whole]
    // An unknown value is shown as it is.
    row[column.target] = parts.map(textOf).join(',')
    if (found === null || !column.chosen) continue
    const unknown = parts.filter((part) => !found.has(part) && part !== column.root)
    if (unknown.length > 0) row[UNKNOWN_VALUES] = { ...unknownIn(row), [column.name]: unknown }
  }
}

async function textsOf(
  { stamp }: TextColumn,
  source: { key: string } | { area: true },
  values: readonly string[],
  session: Session,
  dictionaries: DictionaryTexts,
  areaText: AreaText,
): Promise<ReadonlyMap<string, string> | null> {
  if (values.length === 0) return new Map()
  if ('key' in source) {
    try {
      return await dictionaries.texts(source.key, values, session, stamp ? 'product' : 'caller')
    } catch (error) {
      // A dictionary that is missing or not this user's spoils its own column only: the stored values are shown.
      if (error instanceof AppError) return null
      throw error
    }
  }
  return new Map(
    values.flatMap((value) => {
      const text = areaText(value)
      return text === null ? [] : [[value, text] as const]
    }),
  )
}

/** Columns of a form that hold choices, as this user sees it. */
export function textColumns(view: FormView): readonly TextColumn[] {
  let columns = columnsOfView.get(view)
  if (!columns) {
    const linked = linkedFields(view)
    columns = view.fields.flatMap((field) => {
      const chooser = linked.get(field.name) ?? field
      const found = view.columns.has(field.name) ? sourceOf(chooser) : null
      return found
        ? [
            {
              name: field.name,
              title: field.title,
              target: `${field.name}_dictText`,
              multi: holdsSeveral(field),
              chosen: traitsOf(chooser.view).choices !== undefined,
              ...found,
            },
          ]
        : []
    })
    columns = [...columns, ...stampColumns(view, new Set(columns.map(({ name }) => name)))]
    columnsOfView.set(view, columns)
  }
  return columns
}

/** Columns without a value of their own: each shows a column of the rows that another one chose. */
function followers({ form, fields, columns }: FormView): TextColumn[] {
  return fields.flatMap((field) => {
    const { follows } = field
    const link = follows && form.fields.find(({ name }) => name === follows.field)
    const source = link && columns.has(link.name) ? sourceOf(field) : null
    return link && source
      ? [
          {
            name: link.name,
            title: field.title,
            target: field.name,
            multi: holdsSeveral(link),
            chosen: false,
            follows: true as const,
            ...source,
          },
        ]
      : []
  })
}

/** Who made a row and who changed it last, unless the document says itself how their accounts are read. */
function stampColumns({ form, columns }: FormView, known: ReadonlySet<string>): TextColumn[] {
  return [form.stamps.createBy, form.stamps.updateBy]
    .filter((name) => columns.has(name) && !known.has(name))
    .map((name) => ({
      name,
      title: columns.get(name)?.field?.title ?? name,
      target: `${name}_dictText`,
      multi: false,
      chosen: false,
      source: { key: PEOPLE },
      root: null,
      stamp: true,
    }))
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
