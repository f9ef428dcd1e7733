import { createContext, useCallback, useContext, useEffect, useRef } from 'react'

/** Tells the parts of one page that records were changed in another of them. */
export interface RecordChanges {
  listen(listener: Listener): () => void
  tell(by: Listener): void
}

interface Listener {
  reload(): void
}

/** Among the parts of one page; each hears of the changes of the others. */
export function createRecordChanges(): RecordChanges {
  const listeners = new Set<Listener>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(by) {
      for (const listener of listeners) if (listener !== by) listener.reload()
    },
  }
}

/** Present around the parts of a page. */
export const RecordChangesContext = createContext<RecordChanges | null>(null)

/** Loads again when another part of the page changed records; answers what tells the others of an own change. */
export function useRecordChanges(reload: () => void): () => void {
  const changes = useContext(RecordChangesContext)
  const own = useRef<Listener>({ reload })
  own.current.reload = reload
  useEffect(() => changes?.listen(own.current), [changes])
  return useCallback(() => changes?.tell(own.current), [changes])
}
