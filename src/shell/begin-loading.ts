import type { createStore } from 'jotai'
import { rightsAtom, tokenAtom } from '../session/atoms.ts'
import { guard } from '../session/guard.ts'
import { FRAME_PARTS } from './frame-parts.ts'
import type { Services } from './services.ts'

/**
 * Begins to load what a signed-in user's first page takes: menu, frame and renderer at once, instead of one after the
 * other as each is drawn. Failures are met again, and said, by whoever needs the part.
 */
export function beginLoading(
  atoms: ReturnType<typeof createStore>,
  { session, config }: Services,
  { pathname, search, hash }: Location,
): void {
  const state = {
    token: atoms.get(tokenAtom),
    hasRights: atoms.get(rightsAtom) !== null,
    userAgent: navigator.userAgent,
  }
  if (guard(pathname, pathname + search + hash, state, config).go !== 'load') return
  for (const part of [session.loadRights(), ...FRAME_PARTS.map((one) => one.load())]) part.catch(() => {})
}
