import type { DataClient } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { Http } from './http.ts'
import { listParams } from './list-params.ts'

/** The rows of a list as a file; the server says so where it makes it in the background. */
export function exportRows(http: Http, nests: boolean): NonNullable<DataClient['exportRows']> {
  return async (source, query, { format, columns, ids, subRows }, call) => {
    const file = await http.download(
      `/online/export/${encodeURIComponent(source.code)}`,
      {},
      {
        ...(call?.signal ? { signal: call.signal } : {}),
        quiet: true,
        aside: true,
        body: {
          query: listParams(source, query, { nests }),
          format,
          exportFields: columns.join(','),
          ...(ids ? { selections: ids.join(',') } : {}),
          ...(subRows ? { subRows } : {}),
          background: true,
        },
      },
    )
    if (!file.type.startsWith('application/json')) return file
    const answer = JSON.parse(await file.text()) as Envelope<unknown>
    return answer.success ? { ordered: answer.message } : file
  }
}
