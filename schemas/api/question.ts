import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { open } from './answer.ts'

/** What decides a question that no shape can name, as the reference of calls says it. */
export const LIST_QUESTION = 'pageNo, pageSize, column, order and a filter by each field'
export const RECORD_FIELDS = 'the fields of the record'

/** Query of a list of records, and parameters that this list has besides. The document names its filters. */
export function recordsQuery<Own extends TProperties>(own: Own) {
  return Type.Unsafe<Readonly<Record<string, unknown>> & Static<TObject<Own>>>({
    ...Type.Object(own),
    open: LIST_QUESTION,
  })
}

/** Query of a list of records without parameters of its own. */
export const listQuery = recordsQuery({})

/** Body of a save: the document says which fields there are and what they may hold. */
export const recordBody = open<unknown>(RECORD_FIELDS)

/** Query of calls about one record. */
export const recordQuery = Type.Object({ id: Type.String({ maxLength: 100 }) })
/** Query of calls about several records: their keys, separated by commas. */
export const recordKeysQuery = Type.Object({ ids: Type.String({ maxLength: 100_000 }) })
