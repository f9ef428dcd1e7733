import { AppError } from '../../errors.ts'
import { reader, scopeOf } from '../../language.ts'
import type { Session } from '../../permission/session.ts'
import { areaCode } from '../area/area-text.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import { type FormView, type TextColumn, textColumns } from '../online-form/index.ts'
import type { ReadCell } from '../spreadsheet/read-cells.ts'

/** What a cell of choices comes to: what is stored, or why that cannot be said. A text that is certainly no choice is not known. */
export type Chosen = { value: string; isKnown?: boolean } | { fault: string }

/** Reads the texts of one column back to the values that are stored for them. */
export type ReadChoice = (cell: string | number) => Chosen

type Known = Pick<Dictionaries, 'valuesOf' | 'texts'>

const SEPARATORS = /[,，、;；]/

/**
 * For each column of choices how its texts are read, with one question per dictionary for all lines. A text that nothing is called is
 * left as it is, since it may be a value itself: the form judges it.
 */
export async function choiceReaders(
  view: FormView,
  session: Session,
  cells: ReadonlyMap<string, readonly ReadCell[]>,
  dictionaries: Known,
): Promise<ReadonlyMap<string, ReadChoice>> {
  const columns = textColumns(view).filter(({ name }) => cells.has(name))
  const wanted = new Map<string, Set<string>>()
  for (const { name, multi, source } of columns) {
    if (!('key' in source)) continue
    const texts = wanted.get(source.key) ?? new Set()
    wanted.set(source.key, texts)
    for (const cell of cells.get(name) ?? []) for (const text of textsIn(cell, multi)) texts.add(text)
  }
  const found = new Map<string, Found>()
  for (const [key, texts] of wanted) found.set(key, await ask(dictionaries, key, [...texts], session))
  return new Map(columns.map((column) => [column.name, readerOf(column, valuesIn(column, view, found))]))
}

interface Found {
  values: ReadonlyMap<string, readonly string[]>
  /** Texts that are values themselves. */
  isValue: ReadonlySet<string>
  /** What nothing is said of is no choice. */
  isWhole?: true
}

const NOTHING: Found = { values: new Map(), isValue: new Set() }

async function ask(
  dictionaries: Known,
  key: string,
  texts: readonly string[],
  session: Session,
): Promise<Found> {
  if (texts.length === 0) return NOTHING
  try {
    const values = await dictionaries.valuesOf(key, texts, session)
    const unread = texts.filter((text) => values.get(text)?.length !== 1)
    const known = unread.length > 0 ? await dictionaries.texts(key, unread, session) : new Map()
    return { values, isValue: new Set(known.keys()), isWhole: true }
  } catch (error) {
    // A dictionary that is missing or not this user's: what is written is what is stored.
    if (error instanceof AppError) return NOTHING
    throw error
  }
}

function valuesIn({ source }: TextColumn, view: FormView, found: ReadonlyMap<string, Found>): Found {
  if ('key' in source) return found.get(source.key) ?? NOTHING
  if ('area' in source) return { ...NOTHING, values: AREAS }
  const values = new Map<string, string[]>()
  for (const [value, text] of source.known)
    for (const one of new Set([text, reader().word(scopeOf.form(view.form.code), text)]))
      values.set(one, [...(values.get(one) ?? []), value])
  return { values, isValue: new Set(source.known.keys()) }
}

/** The areas are known without asking. */
const AREAS = {
  get(text: string) {
    const code = areaCode(text)
    return code === null ? undefined : [code]
  },
} as ReadonlyMap<string, readonly string[]>

function readerOf({ multi }: TextColumn, { values, isValue, isWhole }: Found): ReadChoice {
  function one(text: string): Chosen {
    const some = values.get(text) ?? []
    const [value] = some
    if (some.length > 1 && !isValue.has(text)) return { fault: `“${text}”有多个，请填写编码` }
    if (some.length === 1 && value !== undefined) return { value, isKnown: true }
    return { value: text, ...(isValue.has(text) ? { isKnown: true } : isWhole ? { isKnown: false } : {}) }
  }
  return (cell) => {
    const whole = String(cell).trim()
    if (!multi || values.get(whole)?.length === 1) return one(whole)
    const parts: string[] = []
    for (const text of partsOf(whole)) {
      const part = one(text)
      if ('fault' in part) return part
      parts.push(part.value)
    }
    return { value: parts.join(',') }
  }
}

function textsIn(cell: ReadCell, multi: boolean): string[] {
  if (cell === null) return []
  const whole = String(cell).trim()
  return multi ? [whole, ...partsOf(whole)] : [whole]
}

function partsOf(text: string): string[] {
  return text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
