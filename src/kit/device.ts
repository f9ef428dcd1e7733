import { useSyncExternalStore } from 'react'

/** Phones: no room for a sidebar or tabs. */
const MOBILE = '(max-width: 767.98px)'
/** Tablets: the sidebar starts collapsed. The specification gives both widths; each applies where it helps. */
const NARROW = '(max-width: 1087.98px)'

export type Device = 'mobile' | 'narrow' | 'desktop'

function subscribe(changed: () => void): () => void {
  const queries = [window.matchMedia(MOBILE), window.matchMedia(NARROW)]
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

function current(): Device {
  if (window.matchMedia(MOBILE).matches) return 'mobile'
  return window.matchMedia(NARROW).matches ? 'narrow' : 'desktop'
}

/** Whether there is room for an open sidebar. */
export function isDesktop(): boolean {
  return current() === 'desktop'
}

/** Follows the width of the window. */
export function useDevice(): Device {
  return useSyncExternalStore(subscribe, current)
}
