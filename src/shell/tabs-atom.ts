import { atom } from 'jotai'
import type { TabsState } from './tabs.ts'

/** Open tabs; null until the first page is drawn. */
export const tabsAtom = atom<TabsState | null>(null)

/** Id of the low-code app whose page is open: sent with every call. */
export const lowAppIdAtom = atom<string | null>(null)
