import { type Static, Type } from 'typebox'
import { LIST_QUESTION, recordsQuery } from './question.ts'

/** Kinds of files that rows are given out as. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What is asked of an export besides the list query. */
const exported = {
  /** Keys of chosen rows, separated by commas; all rows of the query where absent. */
  selections: Type.Optional(Type.String({ maxLength: 100_000 })),
  /** Columns, separated by commas; those of the list where absent. */
  exportFields: Type.Optional(Type.String({ maxLength: 10_000 })),
  format: Type.Optional(Type.Enum([...EXPORT_FORMATS])),
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
})
export type ExportQuestion = Static<typeof exportQuery>
