import type { Option } from '#renderer/index.ts'

/** Asks for the texts of keys; unknown ones come back as they are, or are left out. */
type AskTexts = (values: readonly string[], unknown: 'asTheyAre' | 'leftOut') => Promise<readonly string[]>

/**
 * Stored values with their texts; values that nothing knows any more are absent. A text that is its own key looks like an
 * unknown one: those are asked for once more.
 */
export async function knownTexts(values: readonly string[], ask: AskTexts): Promise<Option[]> {
  // As they are, so that texts and values stand side by side.
  const texts = await ask(values, 'asTheyAre')
  const options = values.map((value, at) => ({ value, text: texts[at] ?? value }))
  const doubtful = options.filter(({ value, text }) => value === text).map(({ value }) => value)
  if (doubtful.length === 0) return options
  const known = new Set(await ask(doubtful, 'leftOut'))
  return options.filter(({ value, text }) => value !== text || known.has(value))
}

/** The word of the wire for it. */
export const DEL_NOT_EXIST = { asTheyAre: 'false', leftOut: 'true' } as const
