import type { Call, ListQuery, RowSource } from '#renderer/index.ts'
import { RequestError } from '#renderer/index.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { ListUrl } from '#schemas/page/form.ts'
import { texts } from '#schemas/text/text.ts'
import { type Http, resultOf } from './http.ts'
import { listParams } from './list-params.ts'
import { pageOfRows } from './page-of-rows.ts'

/** A list that another part of the server answers, at the addresses that its document names. */
export interface UrlList {
  list(query: ListQuery, call?: Call): Promise<PageOf<Row>>
  remove(ids: readonly string[], call?: Call): Promise<void>
}

/** Builds the list of a source with addresses of its own. An address that is needed and not set is refused in words. */
export function createUrlList(http: Http, source: RowSource & { url: ListUrl }): UrlList {
  const { url, columns = [] } = source
  return {
    async list(query, call) {
      const params = { ...listParams(source, query), field: ['id', ...columns].join(',') }
      return pageOfRows(
        resultOf(await http.get<Envelope<unknown>>(addressOf(url, 'list'), params, call)),
        query,
      )
    },
    async remove(ids, call) {
      const [only, ...others] = ids
      const answer =
        only !== undefined && others.length === 0
          ? await http.delete<Envelope<unknown>>(addressOf(url, 'delete'), { id: only }, call)
          : // The wire ends its list of ids with a comma.
            await http.delete<Envelope<unknown>>(
              addressOf(url, 'deleteBatch'),
              { ids: ids.map((id) => `${id},`).join('') },
              call,
            )
      resultOf(answer)
    },
  }
}

/** What is said where an address is missing. */
const MISSING = texts({
  list: '请设置url.list属性!',
  delete: '请设置url.delete属性!',
  deleteBatch: '请设置url.deleteBatch属性!',
} as const satisfies Record<keyof ListUrl, string>)

function addressOf(url: ListUrl, name: keyof ListUrl): string {
  const address = url[name]
  if (!address) throw new RequestError(MISSING[name], 400)
  return address
}
