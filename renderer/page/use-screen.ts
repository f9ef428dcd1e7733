import { useSyncExternalStore } from 'react'

/** antd's breakpoints (px), widest first. */
const WIDTHS = { xxl: 1600, xl: 1200, lg: 992, md: 768, sm: 576, xs: 0 } as const
export type Screen = keyof typeof WIDTHS

const NAMES = Object.keys(WIDTHS) as Screen[]
const queryOf = (screen: Screen) => window.matchMedia(`(min-width: ${WIDTHS[screen]}px)`)

function subscribe(changed: () => void): () => void {
  const queries = NAMES.map(queryOf)
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

const current = (): Screen => NAMES.find((screen) => queryOf(screen).matches) ?? 'xs'

/**
 * Follows the width of the window. Unlike antd's own hook it draws nothing anew when a hidden page is shown again and the
 * width is what it was.
 */
export function useScreen(): Screen {
  return useSyncExternalStore(subscribe, current)
}
