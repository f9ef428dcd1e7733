import { useSyncExternalStore } from 'react'

const REDUCED = '(prefers-reduced-motion: reduce)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(REDUCED)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the system of the user asks programs to move as little as they can. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(REDUCED).matches)
}
