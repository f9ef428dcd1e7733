import { type Catalogue, filled } from './text.ts'

/** A sentence with places for values, as it is found again in a finished one. */
interface Template {
  pattern: RegExp
  names: readonly string[]
  text: string
}

/** Puts finished sentences into another language. */
export type Translate = (sentence: string) => string

const PLACE = /\{(\w+)\}/g

/**
 * Messages are written in Chinese where something is refused, at a distance from the reader and from the moment in which his language is
 * known; they are stored and logged as they are. Here a finished message is found again in the catalogue: word by word,
 * as a template whose values it holds, or as several that were joined. Values that are themselves texts (the title of a field) are looked up by `wordOf`.
 */
export function sentences(catalogue: Catalogue, wordOf: (text: string) => string | undefined): Translate {
  const templates = Object.entries(catalogue)
    .filter(([key]) => key.search(PLACE) >= 0)
    // The more is written, and the fewer values there are, the less is guessed: the first template that fits is the one that was used.
    .sort(([one], [other]) => written(other) - written(one) || places(one) - places(other))
    .map(([key, text]) => templateOf(key, text))

  function translate(sentence: string): string {
    const known = Object.hasOwn(catalogue, sentence) ? catalogue[sentence] : wordOf(sentence)
    if (known !== undefined) return known
    if (!HAN.test(sentence)) return sentence.replaceAll('、', ', ')
    for (const { pattern, names, text } of templates) {
      const found = pattern.exec(sentence)
      if (!found) continue
      return filled(text, Object.fromEntries(names.map((name, at) => [name, translate(found[at + 1] ?? '')])))
    }
    if (sentence.includes('；')) return sentence.split('；').map(translate).join('; ')
    return sentence.includes('、') ? sentence.split('、').map(translate).join(', ') : sentence
  }
  return translate
}

const HAN = /\p{Script=Han}/u

/** How many values a template has. */
const places = (key: string) => key.match(PLACE)?.length ?? 0

/** How much of a template is written down. */
const written = (key: string) => key.replace(PLACE, '').length

function templateOf(key: string, text: string): Template {
  const names: string[] = []
  const parts = key.split(PLACE).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    names.push(part)
    return '([^]*?)'
  })
  return { pattern: new RegExp(`^${parts.join('')}$`), names, text }
}
