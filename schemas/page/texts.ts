import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { LANGUAGES, OWN_LANGUAGE } from '../text/text.ts'

/** Texts of a document in further languages, by the Chinese ones that stand in it. */
export const documentTexts = described(
  Type.Object(
    Object.fromEntries(
      LANGUAGES.filter((language) => language !== OWN_LANGUAGE).map((language) => [
        language,
        Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1 }))),
      ]),
    ),
    { additionalProperties: false },
  ),
  'Its texts in further languages: for each the Chinese text as it stands in the document, and what it is called there. What is missing is shown in Chinese.',
  { en: { 参展商: 'Exhibitor', 展位号: 'Booth' } },
)
export type DocumentTexts = Static<typeof documentTexts>
