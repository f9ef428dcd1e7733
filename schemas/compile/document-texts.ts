/** Keywords whose values are shown to people, wherever they stand in a document of any kind. */
const TEXT_KEYWORDS = new Set([
  'title',
  'description',
  'text',
  'texts',
  'confirm',
  'message',
  'unit',
  'placeholder',
])
/** Keywords with values of the data below them. */
const DATA_KEYWORDS = new Set(['default', 'set', 'when', 'if', 'then', 'where', 'grant', 'input', 'values'])
const HAN = /\p{Script=Han}/u

/** The document with each of its texts put through `word`; the document itself when there is nothing to change. */
export function withTexts<T>(document: T, word: (text: string) => string): T {
  return walk(document, word, { isText: false, isNamed: false }) as T
}

/** The Chinese texts of a document that can be shown in other languages. */
export function textsIn(document: object): ReadonlySet<string> {
  const found = new Set<string>()
  withTexts({ ...document, texts: undefined }, (text) => {
    if (HAN.test(text)) found.add(text)
    return text
  })
  return found
}

/** What a rule does, with the sentences in it put through `word`. */
function withMessages(then: unknown, word: (text: string) => string): unknown {
  if (typeof then !== 'object' || then === null || !('message' in then)) return then
  const { message } = then
  if (typeof message !== 'object' || message === null) return then
  return {
    ...then,
    message: Object.fromEntries(
      Object.entries(message).map(([name, text]) => [name, typeof text === 'string' ? word(text) : text]),
    ),
  }
}

interface Place {
  /** The value of a keyword that holds text. */
  isText: boolean
  /** Keys are names that the document gives, and no keywords. */
  isNamed: boolean
}

function walk(value: unknown, word: (text: string) => string, { isText, isNamed }: Place): unknown {
  if (typeof value === 'string') return isText ? word(value) : value
  if (Array.isArray(value)) return value.map((part) => walk(part, word, { isText, isNamed: false }))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      !isNamed && DATA_KEYWORDS.has(key)
        ? [key, key === 'then' ? withMessages(part, word) : part]
        : [
            key,
            walk(part, word, { isText: !isNamed && TEXT_KEYWORDS.has(key), isNamed: key === 'properties' }),
          ],
    ),
  )
}
