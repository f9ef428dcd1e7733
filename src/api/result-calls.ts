import type { ChangeCall, DataClient } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { EditPreview, SavedTable } from '#schemas/api/results.ts'
import { type CallOptions, type Http, resultOf } from './http.ts'
import { listParams } from './list-params.ts'

/** Calls that change all rows of a query together. */
export function resultCalls(
  http: Http,
  nests: boolean,
  changing: (call?: ChangeCall) => CallOptions,
): Pick<DataClient, 'removeResults' | 'tryEditMany' | 'editMany' | 'saveTable'> {
  /** Failures are told where the call was made. */
  const quietly = (call?: CallOptions): CallOptions => ({ ...call, quiet: true })
  return {
    removeResults: async (source, { query, count }, call) => {
      const body = { query: listParams(source, query, { nests }), count }
      const address = `/online/results/${encodeURIComponent(source.code)}/delete`
      resultOf(await http.post<Envelope<unknown>>(address, body, changing(call)))
    },

    tryEditMany: async (source, { query, count, ids }, values, call) => {
      const address = `/online/results/${encodeURIComponent(source.code)}/edit/preview`
      const rows = {
        query: listParams(source, query, { nests }),
        ...(ids ? { selections: ids.join(',') } : {}),
      }
      return resultOf(
        await http.post<Envelope<EditPreview>>(address, { ...rows, count, values }, quietly(call)),
      )
    },

    editMany: async (source, rows, values, call) => {
      const address = `/online/results/${encodeURIComponent(source.code)}/edit`
      return resultOf(await http.post<Envelope<number>>(address, { rows, values }, quietly(changing(call))))
    },

    saveTable: async (source, changes, call) => {
      const address = `/online/results/${encodeURIComponent(source.code)}/save`
      return resultOf(await http.post<Envelope<SavedTable>>(address, changes, quietly(changing(call))))
    },
  }
}
