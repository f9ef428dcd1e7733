import type { Call, DataClient, ListQuery, RowSource } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { type Http, resultOf } from './http.ts'

type Params = Parameters<Http['get']>[1]

/** Figures about all rows of a list query, over the wire. */
export function figureCalls(
  http: Http,
  paramsOf: (source: RowSource, query: ListQuery) => Params,
): Pick<DataClient, 'totals' | 'groups' | 'board'> {
  const ask = async <T>(names: readonly string[], source: RowSource, query: ListQuery, call?: Call) =>
    resultOf(
      await http.get<Envelope<T>>(
        `/online/${names.map(encodeURIComponent).join('/')}`,
        paramsOf(source, query),
        // A list is a list without its figures: who asks for them says what is missing.
        { ...call, quiet: true },
      ),
    )
  return {
    totals: (source, query, call) => ask(['totals', source.code], source, query, call),
    groups: (source, query, field, call) => ask(['groups', source.code, field], source, query, call),
    board: (source, query, field, call) => ask(['board', source.code, field], source, query, call),
  }
}
