import { useCallback, useState } from 'react'
import { useRenderer } from '../widget/renderer-context.tsx'
import type { ListSize } from './RecordTable.tsx'

const NAME = 'LIST_SIZE'

/** How close the rows of lists stand, as this user chose it last. */
export function useListSize(): [ListSize, (size: ListSize) => void] {
  const { looks } = useRenderer()
  const [size, setSize] = useState<ListSize>(() => (looks?.get(NAME) === 'small' ? 'small' : 'medium'))
  const choose = useCallback(
    (next: ListSize) => {
      setSize(next)
      looks?.set(NAME, next)
    },
    [looks],
  )
  return [size, choose]
}
