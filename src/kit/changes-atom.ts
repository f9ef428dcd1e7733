import { atom } from 'jotai'

/** Counts the calls of this browser that may have changed something. */
export const changesAtom = atom(0)
