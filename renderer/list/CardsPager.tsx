import { Pagination } from 'antd'
import type { ListModel } from './use-list.ts'

/** The pages of a list whose rows do not stand in a table. */
export function CardsPager({ list: { shape, state, total, navigate } }: { list: ListModel }) {
  if (!shape.paging) return null
  return (
    <Pagination
      className="expo-cards-pager"
      simple
      current={state.pageNo}
      pageSize={state.pageSize}
      total={total}
      pageSizeOptions={shape.pageSizes.map(String)}
      showSizeChanger
      // Its page number is a box to type another one into.
      onChange={(pageNo, pageSize) =>
        navigate({ ...state, pageSize, pageNo: pageSize === state.pageSize ? pageNo : 1 })
      }
    />
  )
}
