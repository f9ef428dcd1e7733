import type { DataClient } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { PrintedRecords } from '#schemas/api/print.ts'
import { type Http, resultOf } from './http.ts'
import { listParams } from './list-params.ts'

/** The records that are printed, all pages of a list. */
export function printRows(http: Http, nests: boolean): NonNullable<DataClient['printRows']> {
  return async (source, query, { ids, whole }, call) =>
    resultOf(
      await http.post<Envelope<PrintedRecords>>(
        `/online/print/${encodeURIComponent(source.code)}`,
        {
          query: listParams(source, query, { nests }),
          ...(ids ? { selections: ids.join(',') } : {}),
          whole,
        },
        // The dialog says what went wrong.
        { ...call, quiet: true },
      ),
    )
}
