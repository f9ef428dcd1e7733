import type { ChoiceSource } from '#schemas/compile/choice-source.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { Field, Row, Stored } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { DataClient, Option } from '../../data/data-client.ts'
import { findLabels, findOptions } from '../../data/find-choices.ts'
import type { CellEntries, CellEntry, Widget } from '../../widget/widget.ts'
import { shortText } from './short-text.ts'

/** What a text means that only a source could read; `refused` says why it means nothing. */
export type CellMeaning = { value: Stored; text: string; alsoSet: Row } | { refused: string }
/** Answers for all texts of one paste at once. Rejects when the source cannot be asked. */
export type TextResolver = (
  texts: readonly string[],
  client: DataClient,
) => Promise<ReadonlyMap<string, CellMeaning>>

/** Most matches that a search may have before it says nothing about which one is meant. */
const SEARCH_SIZE = 500
/** Searches under way at the same time. */
const AT_ONCE = 6

/** Reads the texts of a column whose values are known to a source alone; null for every other column. */
export function textResolver(
  field: Field,
  widget: Widget | null,
  labels: ChoiceSource | null,
): TextResolver | null {
  const entries = widget?.cell?.entries
  const find = entries?.find ?? (labels === null ? null : searching(labels))
  if (!widget || !find) return null
  const noun = entries?.noun ?? (field.title || field.name)
  const several = holdsSeveral(field)
  return async (texts, client) => {
    // A name may hold a comma: the whole text is looked for as well as its parts.
    const wanted = new Set(texts.flatMap((text) => [text.trim(), ...partsOf(text)]))
    const index = indexOf(await find([...wanted], field, client))
    return new Map(
      texts.map((text) => [
        text,
        meaningOf(text, { index, noun, several, title: field.title || field.name }),
      ]),
    )
  }
}

/** Without a search of the widget's own: the labels of what is a value already, a search by keyword for the rest. */
function searching(source: ChoiceSource): NonNullable<CellEntries['find']> {
  return async (texts, _field, client) => {
    // Values travel side by side, parted by commas.
    const labelled = await findLabels(
      client,
      source,
      texts.filter((text) => !text.includes(',')),
    )
    // Some sources answer an unknown value with itself.
    const known = labelled.filter(({ value, text }) => text !== '' && text !== String(value))
    const values = new Set(known.map(({ value }) => String(value)))
    const rest = texts.filter((text) => !values.has(text))
    const found: Option[] = [...known]
    for (let at = 0; at < rest.length; at += AT_ONCE)
      await Promise.all(
        rest.slice(at, at + AT_ONCE).map(async (keyword) => {
          const matches = await findOptions(client, source, { keyword, pageSize: SEARCH_SIZE })
          const exact = matches.filter(({ value, text }) => text === keyword || String(value) === keyword)
          // A search that was cut off may have hidden a second one of the same name.
          found.push(
            ...(matches.length < SEARCH_SIZE ? exact : [...exact, { value: CUT_OFF, text: keyword }]),
          )
        }),
      )
    return found
  }
}

const CUT_OFF = '\u0000'

type EntryIndex = ReadonlyMap<string, readonly CellEntry[]>

function indexOf(entries: readonly CellEntry[]): { byValue: EntryIndex; byText: EntryIndex } {
  const byValue = new Map<string, CellEntry[]>()
  const byText = new Map<string, CellEntry[]>()
  const add = (index: Map<string, CellEntry[]>, key: string, entry: CellEntry): void => {
    const same = index.get(key) ?? []
    index.set(key, same)
    // Two that would store the same are one.
    if (!same.some((other) => identity(other) === identity(entry))) same.push(entry)
  }
  for (const entry of entries) {
    add(byValue, String(entry.value), entry)
    add(byText, entry.text, entry)
  }
  return { byValue, byText }
}

function identity({ value, alsoSet }: CellEntry): string {
  return JSON.stringify([String(value), alsoSet ?? {}])
}

interface Reading {
  index: ReturnType<typeof indexOf>
  noun: string
  title: string
  several: boolean
}

function meaningOf(text: string, { index, noun, title, several }: Reading): CellMeaning {
  const matches = (part: string) => index.byValue.get(part) ?? index.byText.get(part) ?? []
  const whole = text.trim()
  const parts = matches(whole).length > 0 ? [whole] : partsOf(text)
  if (parts.length === 0) return { value: null, text: '', alsoSet: {} }
  const chosen: CellEntry[] = []
  for (const part of parts) {
    const found = matches(part)
    const [one] = found
    if (!one) return { refused: t('{noun}「{part}」不存在', { noun, part: shortText(part) }) }
    if (found.length > 1 || one.value === CUT_OFF)
      return { refused: t('{noun}「{part}」不止一个，请打开单元格选择', { noun, part: shortText(part) }) }
    if (!chosen.some((other) => String(other.value) === String(one.value))) chosen.push(one)
  }
  const [first] = chosen
  if (chosen.length === 1 && first)
    return { value: first.value, text: first.shown ?? first.text, alsoSet: first.alsoSet ?? {} }
  if (!several) return { refused: t('{title}只能选择一个', { title }) }
  const alsoSet: Row = {}
  for (const name of new Set(chosen.flatMap((entry) => Object.keys(entry.alsoSet ?? {}))))
    alsoSet[name] =
      chosen
        .map((entry) => String(entry.alsoSet?.[name] ?? ''))
        .filter((one) => one !== '')
        .join(',') || null
  return {
    value: chosen.map(({ value }) => value).join(','),
    text: chosen.map((entry) => entry.shown ?? entry.text).join('，'),
    alsoSet,
  }
}

function partsOf(text: string): string[] {
  return text
    .split(/[,，;；、\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
