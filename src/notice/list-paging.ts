import { useState } from 'react'

/** Sizes that a list offers. */
export const PAGE_SIZES = [10, 20, 30]

/** Page and size of a list. */
export function usePaging() {
  const [state, setState] = useState({ pageNo: 1, pageSize: 10 })
  return {
    ...state,
    change: (pageNo: number, pageSize: number) => setState({ pageNo, pageSize }),
    first: () => setState((before) => ({ ...before, pageNo: 1 })),
  }
}
