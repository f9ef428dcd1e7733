import { useCallback, useEffect, useState } from 'react'
import { openDialogs } from '../kit/open-dialogs.ts'

/** Whether a list takes the whole window. Esc leaves that, unless a dialog is open, which it closes. */
export function useFullScreen(): { isFull: boolean; toggleFull(): void } {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    if (!isFull) return
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && openDialogs().length === 0) setIsFull(false)
    }
    // Before a dialog hears of the key and is gone.
    document.addEventListener('keydown', handleKey, true)
    return () => document.removeEventListener('keydown', handleKey, true)
  }, [isFull])
  return { isFull, toggleFull: useCallback(() => setIsFull((before) => !before), []) }
}
