import type { Option } from '../../../data/data-client.ts'
import { dictionaryText } from '../cell-text.ts'
import { type GridColumn, plainText } from '../columns.ts'
import type { GridTexts } from './texts.types.ts'

/** Texts of a grid with these columns; none is known. */
export function createTexts(columns: readonly GridColumn[]): GridTexts {
  const choices = new Map<string, readonly Option[]>()
  const texts = new Map<string, Map<string, string>>()
  const inColor = new Map<string, ReadonlyMap<string, Option>>()
  const unread = new Map<string, Set<unknown>>()
  const asking = columns.filter(({ labels, loadTexts }) => labels || loadTexts)
  const textNames = columns.map(({ name }) => ({ name, textName: `${name}_dictText` }))
  /** Stored values by column that were seen without a text; it may be known by now. */
  let lacking = new Map<string, Set<string>>()
  let textless: ReadonlyMap<string, readonly string[]> = new Map()

  const textsOf = (name: string): Map<string, string> => {
    const known = texts.get(name) ?? new Map<string, string>()
    texts.set(name, known)
    return known
  }

  return {
    textOf: ({ name }, stored) => dictionaryText(stored, textsOf(name)),
    choicesOf: (name) => choices.get(name) ?? null,
    colored(name, stored) {
      const known = inColor.get(name)
      const whole = known ? plainText(stored) : ''
      if (!known || whole === '') return null
      const one = known.get(whole)
      const found = one ? [one] : whole.split(',').map((part) => known.get(part))
      // A value without an entry has its text only in the whole.
      const entries = found.filter((entry) => entry !== undefined)
      return entries.length === found.length && entries.some(({ color }) => color) ? entries : null
    },
    setChoices(name, options) {
      choices.set(name, options)
      if (options.some(({ color }) => color))
        inColor.set(name, new Map(options.map((option) => [String(option.value), option])))
      else inColor.delete(name)
      const known = textsOf(name)
      for (const { value, text } of options) known.set(String(value), text)
    },
    setLabels(name, labels, asked) {
      const known = textsOf(name)
      for (const [value, text] of labels) if (text !== '') known.set(value, text)
      for (const value of asked) if (!known.has(value)) known.set(value, value)
    },
    learn(name, value, text) {
      if (text !== '') textsOf(name).set(plainText(value), text)
    },
    look(rows, areAsSent = false) {
      if (areAsSent)
        for (const { values } of rows)
          for (const { name, textName } of textNames) {
            const text = values[textName]
            if (typeof text === 'string' && text !== '') textsOf(name).set(plainText(values[name]), text)
          }
      for (const { name } of asking) {
        const known = textsOf(name)
        const ofColumn = unread.get(name)
        const missing = lacking.get(name) ?? new Set()
        lacking.set(name, missing)
        for (const { values } of rows) {
          const value = values[name]
          // A text that was typed is looked up as one; no source knows it as a value.
          if (ofColumn?.has(value) || dictionaryText(value, known) !== null) continue
          for (const part of plainText(value).split(','))
            if (part !== '' && !known.has(part)) missing.add(part)
        }
      }
    },
    noteUnread(name, text) {
      unread.set(name, (unread.get(name) ?? new Set()).add(text))
    },
    isUnread: (name, value) => unread.get(name)?.has(value) === true,
    wasRead(name, text) {
      unread.get(name)?.delete(text)
    },
    textless() {
      const result = new Map<string, readonly string[]>()
      for (const [name, missing] of lacking) {
        const known = textsOf(name)
        for (const value of missing) if (known.has(value)) missing.delete(value)
        if (missing.size > 0) result.set(name, [...missing])
      }
      if (!areSame(result, textless)) textless = result
      return textless
    },
    forgetRows() {
      lacking = new Map()
    },
  }
}

function areSame(
  one: ReadonlyMap<string, readonly string[]>,
  other: ReadonlyMap<string, readonly string[]>,
): boolean {
  return (
    one.size === other.size &&
    [...one].every(([name, values]) => {
      const others = other.get(name)
      return others?.length === values.length && values.every((value, at) => value === others[at])
    })
  )
}
