import { type Static, Type } from 'typebox'

/** Query of GET /online/search. */
export const searchQuery = Type.Object({ q: Type.String({ maxLength: 100 }) })

/** `result` of GET /online/search. */
export const searchResult = Type.Object({
  records: Type.Array(
    Type.Object({
      form: Type.String(),
      formTitle: Type.String(),
      id: Type.String(),
      /** What the record is called. */
      title: Type.String(),
      /** The field in which the text was found and its value, where the title does not hold it. */
      note: Type.String(),
    }),
  ),
  /** Titles of the forms whose search took too long. */
  unfinished: Type.Array(Type.String()),
})
export type SearchResult = Static<typeof searchResult>
export type FoundRecord = SearchResult['records'][number]

/** What a list can be opened with, besides its rows. */
export const LIST_STARTS = ['add', 'import'] as const

/** `result` of GET /online/search/starts: what the user may begin in which form's list. */
export const searchStarts = Type.Array(
  Type.Object({
    form: Type.String(),
    formTitle: Type.String(),
    starts: Type.Array(Type.Enum([...LIST_STARTS])),
  }),
)
export type FormStarts = Static<typeof searchStarts>[number]
