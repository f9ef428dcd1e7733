import { useEffect } from 'react'
import { text } from '../text/zh-CN.ts'

/** Names the window after its page; the platform's name stands alone where the page has none. Null leaves it as it is. */
export function useWindowTitle(page: string | null): void {
  useEffect(() => {
    if (page !== null)
      document.title = page === '' ? text.platform : page + text.titleSeparator + text.platform
  }, [page])
}
