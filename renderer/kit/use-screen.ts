import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** antd's breakpoints (px), widest first. */
const WIDTHS = { xxl: 1600, xl: 1200, lg: 992, md: 768, sm: 576, xs: 0 } as const
export type Screen = keyof typeof WIDTHS

const NAMES = Object.keys(WIDTHS) as Screen[]
const queryOf = (screen: Screen, taken: number) =>
  window.matchMedia(`(min-width: ${WIDTHS[screen] === 0 ? 0 : WIDTHS[screen] + taken}px)`)

/** What stands beside (px) and leaves that much less room than the window has. */
export const TakenWidthContext = createContext(0)

/**
 * Follows the width of the window, less what stands beside. Unlike antd's own hook it draws nothing anew when a hidden page is shown again and the
 * width is what it was.
 */
export function useScreen(): Screen {
  const taken = useContext(TakenWidthContext)
  const subscribe = useCallback(
    (changed: () => void) => {
      const queries = NAMES.map((screen) => queryOf(screen, taken))
      for (const query of queries) query.addEventListener('change', changed)
      return () => {
        for (const query of queries) query.removeEventListener('change', changed)
      }
    },
    [taken],
  )
  return useSyncExternalStore(subscribe, () => NAMES.find((screen) => queryOf(screen, taken).matches) ?? 'xs')
}

/** Whether there is no room for columns, and for many buttons. */
export function isNarrowScreen(screen: Screen): boolean {
  return screen === 'xs' || screen === 'sm'
}
