import { type Static, Type } from 'typebox'
import { LIST_QUESTION, recordsQuery } from './question.ts'

/** Kinds of files that rows are given out as. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Where rows of sub tables stand. */
export const SUB_ROW_PLACES = ['sheets', 'lines'] as const
export type SubRowPlace = (typeof SUB_ROW_PLACES)[number]

/** What is asked of an export besides the list query. */
const exported = {
  /** Keys of chosen rows, separated by commas; all rows of the query where absent. */
  selections: Type.Optional(Type.String({ maxLength: 100_000 })),
  /** Columns, separated by commas; those of the list where absent. */
  exportFields: Type.Optional(Type.String({ maxLength: 10_000 })),
  format: Type.Optional(Type.Enum([...EXPORT_FORMATS])),
  /** Rows of sub tables: on sheets of their own, or in lines beside those of their records; left out where absent. */
  subRows: Type.Optional(Type.Enum([...SUB_ROW_PLACES])),
}

/** Query of `<path>/exportXls`. */
export const exportQuery = recordsQuery(exported)

/** Query of GET /online/cgform/api/exportXls/:code. */
export const formExportQuery = recordsQuery({
  ...exported,
  /** List parameters with `selections` as JSON, in place of parameters of their own. */
  paramsStr: Type.Optional(Type.String({ maxLength: 100_000 })),
})

/** Body of POST /online/export/:code. */
export const exportBody = Type.Object({
  query: Type.Unsafe<Record<string, unknown>>({ type: 'object', open: LIST_QUESTION }),
  ...exported,
  /** Many rows may be made a file of in the background: the answer is an envelope with `orderedExport` then. */
  background: Type.Optional(Type.Boolean()),
})

/** `result` where an export is made in the background. */
export type OrderedExport = { id: string; total: number }

/** Query of GET /online/myExport/address. */
export const exportAddressQuery = Type.Object({ id: Type.String({ minLength: 1, maxLength: 36 }) })

/** `result` of GET /online/myExport/address: an address of the file that works without a session for a short while. */
export const exportAddress = Type.Object({ path: Type.String(), name: Type.String() })
export type ExportQuestion = Static<typeof exportQuery>
