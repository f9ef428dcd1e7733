import type { createStore } from 'jotai'
import { rightsAtom, tokenAtom, userInfoAtom } from './atoms.ts'
import type { Session } from './session.ts'

/** Rights of a window that somebody comes back to are asked for again when they are older (ms). */
const STALE_MS = 60_000
/** Everybody hears of a change at the same moment; they ask within this time (ms). */
const SPREAD_MS = 1000

/**
 * Menu and rights follow the server while the application is open: when the server says so, when the user works for
 * another department or signed in again on top of the page, and when somebody comes back to the window. A failure leaves
 * the rights that were there: the server decides about every call anyway. Answers what asks for them anew.
 */
export function keepRightsFresh(
  atoms: ReturnType<typeof createStore>,
  session: Pick<Session, 'loadRights'>,
): () => void {
  let asked = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  function load(): void {
    timer = undefined
    if (atoms.get(tokenAtom) === null || atoms.get(rightsAtom) === null) return
    asked = Date.now()
    session.loadRights().catch(() => {})
  }
  function comeBack(): void {
    if (document.visibilityState === 'visible' && Date.now() - asked > STALE_MS) load()
  }

  atoms.sub(rightsAtom, () => {
    asked = Date.now()
  })
  let tokenBefore = atoms.get(tokenAtom)
  let departBefore = atoms.get(userInfoAtom)?.orgCode
  atoms.sub(tokenAtom, () => {
    const changed = tokenBefore !== atoms.get(tokenAtom)
    tokenBefore = atoms.get(tokenAtom)
    if (changed) load()
  })
  atoms.sub(userInfoAtom, () => {
    const depart = atoms.get(userInfoAtom)?.orgCode
    const changed = departBefore !== undefined && depart !== undefined && depart !== departBefore
    departBefore = depart
    if (changed) load()
  })
  document.addEventListener('visibilitychange', comeBack)
  window.addEventListener('focus', comeBack)
  return () => {
    if (timer === undefined) timer = setTimeout(load, Math.random() * SPREAD_MS)
  }
}
