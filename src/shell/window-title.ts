import { useEffect } from 'react'
import { useShellNames } from '../kit/shell-look.ts'
import { text } from '../text/zh-CN.ts'

/** Names the window after its page; the system's name stands alone where the page has none. Null leaves it as it is. */
export function useWindowTitle(page: string | null): void {
  const { name } = useShellNames()
  useEffect(() => {
    if (page !== null) document.title = page === '' ? name : page + text.titleSeparator + name
  }, [page, name])
}
