import { type ListQuery, RequestError } from '#renderer/index.ts'
import { type PageOf, pageOf } from '#schemas/api/envelope.ts'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'

/** A page of rows, whether the server answered a page or a bare list; anything else is refused. */
export function pageOfRows(result: unknown, { pageNo = 1, pageSize }: ListQuery): PageOf<Row> {
  if (Array.isArray(result))
    return pageOf(result as Row[], result.length, pageNo, pageSize && pageSize > 0 ? pageSize : result.length)
  if (typeof result === 'object' && result !== null && 'records' in result && Array.isArray(result.records)) {
    const { total = result.records.length } = result as { total?: number }
    return { ...pageOf(result.records as Row[], total, pageNo, pageSize ?? total), ...result } as PageOf<Row>
  }
  throw new RequestError(t('返回数据类型不识别'), 500)
}
