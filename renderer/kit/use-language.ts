import { useSyncExternalStore } from 'react'
import { currentLanguage, type Language, onLanguage } from '#schemas/text/text.ts'

/**
 * The language that is chosen; the component is drawn anew when it changes. Needed where drawing stops otherwise: in `memo` components, and
 * in hooks that keep texts (`useMemo` with the language among its dependencies). Everything else is drawn from above.
 */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage)
}
