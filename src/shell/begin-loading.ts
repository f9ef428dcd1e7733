import type { createStore } from 'jotai'
import type { Services } from '../kit/services.ts'
import { rightsAtom, tokenAtom } from '../session/atoms.ts'
import { guard } from '../session/guard.ts'
import { FRAME_PARTS } from './frame-parts.ts'

const loadReadPageAhead = () => import('./read-page-ahead.ts')

/**
 * Begins to load what a signed-in user's first page takes: menu, frame and renderer at once, document and rows as soon as
 * the menu tells which, instead of one after the other as each is drawn. A failure is reported later, by the component
 * that needs the part.
 */
export function beginLoading(
  atoms: ReturnType<typeof createStore>,
  services: Services,
  location: Pick<Location, 'pathname' | 'search' | 'hash'>,
): void {
  const { session, config } = services
  const { pathname, search, hash } = location
  const state = {
    token: atoms.get(tokenAtom),
    hasRights: atoms.get(rightsAtom) !== null,
    userAgent: navigator.userAgent,
  }
  if (guard(pathname, pathname + search + hash, state, config).go !== 'load') return
  const rights = session.loadRights()
  const page = Promise.all([loadReadPageAhead(), rights]).then(([{ readPageAhead }]) =>
    readPageAhead(atoms, services, location),
  )
  for (const part of [rights, page, ...FRAME_PARTS.map((one) => one.load())]) part.catch(() => {})
}
