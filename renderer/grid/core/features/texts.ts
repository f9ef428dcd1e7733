import type { Option } from '../../../data/data-client.ts'
import { dictionaryText } from '../cell-text.ts'
import { type GridColumn, plainText } from '../columns.ts'
import type { GridTexts } from './texts.types.ts'

/** Texts of a grid with these columns; none is known. */
export function createTexts(columns: readonly GridColumn[]): GridTexts {
  const choices = new Map<string, readonly Option[]>()
  const texts = new Map<string, Map<string, string>>()
  const unread = new Map<string, Set<unknown>>()

  const textsOf = (name: string): Map<string, string> => {
    const known = texts.get(name) ?? new Map<string, string>()
    texts.set(name, known)
    return known
  }

  return {
    textOf: ({ name }, stored) => dictionaryText(stored, textsOf(name)),
    choicesOf: (name) => choices.get(name) ?? null,
    setChoices(name, options) {
      choices.set(name, options)
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
    takeRows(rows) {
      for (const { name } of columns) {
        const known = textsOf(name)
        for (const row of rows) {
          const text = row[`${name}_dictText`]
          if (typeof text === 'string' && text !== '') known.set(plainText(row[name]), text)
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
    textless(rows) {
      const result = new Map<string, readonly string[]>()
      for (const column of columns) {
        if (!column.labels && !column.loadTexts) continue
        const known = textsOf(column.name)
        const ofColumn = unread.get(column.name)
        const missing = new Set<string>()
        for (const { values } of rows) {
          const value = values[column.name]
          // A text that was typed is looked up as one; no source knows it as a value.
          if (ofColumn?.has(value) || dictionaryText(value, known) !== null) continue
          for (const part of plainText(value).split(','))
            if (part !== '' && !known.has(part)) missing.add(part)
        }
        if (missing.size > 0) result.set(column.name, [...missing])
      }
      return result
    },
  }
}
