import { useCallback, useSyncExternalStore } from 'react'
import { useRenderer } from './renderer-context.tsx'

const unwatched = () => () => {}

/** Grows when records of the form were changed elsewhere. Only who asks is drawn again, not all that the renderer draws. */
export function useFormTurn(form: string): number {
  const { turns } = useRenderer()
  return useSyncExternalStore(
    turns?.watch ?? unwatched,
    useCallback(() => turns?.of(form) ?? 0, [turns, form]),
  )
}
