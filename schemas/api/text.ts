import { type Static, Type } from 'typebox'
import { LANGUAGES } from '../text/text.ts'

const language = Type.Enum(LANGUAGES)

/** PUT /sys/user/language: the language of one's own interface. */
export const languageBody = Type.Object({ language })

/** PUT /sys/text/words: texts of documents, dictionaries and menus in a language; an empty one takes back what was written. */
export const wordsBody = Type.Object({
  language,
  words: Type.Array(
    Type.Object({
      scope: Type.String({ minLength: 1, maxLength: 110 }),
      source: Type.String({ minLength: 1, maxLength: 2000 }),
      text: Type.String({ maxLength: 2000 }),
    }),
    { minItems: 1, maxItems: 200 },
  ),
})
export type WordsBody = Static<typeof wordsBody>
