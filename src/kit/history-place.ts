/**
 * Where the browser stands among the entries of this app. The router numbers its entries (`idx`); lists that add entries
 * past it go on counting, so that an entry the browser went to by Back or Forward can be left by the same number of steps.
 */
let place: number | null = null

/** The number of the entry that is shown now; null where the router made none. */
export function placeNow(): number | null {
  const { state } = window.history
  return typeof state === 'object' && state !== null && typeof state.idx === 'number' ? state.idx : null
}

/** Called after every change of the address. */
export function notePlace(): void {
  place = placeNow()
}

/** How many entries lie between the one that was shown last and the one that is shown now; 0 where it is not known. */
export function stepsSinceNoted(): number {
  const now = placeNow()
  return now === null || place === null ? 0 : now - place
}

/** A new entry, past the router: the page is the same, and nothing above it needs to be drawn again. */
export function pushAddress(address: string): void {
  window.history.pushState({ ...window.history.state, idx: (placeNow() ?? 0) + 1 }, '', address)
  notePlace()
}

/** Another address for the entry that is shown, past the router. */
export function replaceAddress(address: string): void {
  window.history.replaceState(window.history.state, '', address)
}

const followers = new Set<() => void>()

/** Hears of each address that the router leads to: a page may be shown already, and be asked for something else. Answers how to stop. */
export function onArrival(follow: () => void): () => void {
  followers.add(follow)
  return () => {
    followers.delete(follow)
  }
}

/** Called after the router led to an address. */
export function tellArrival(): void {
  notePlace()
  for (const follow of followers) follow()
}

type StepGuard = (event: PopStateEvent) => void

let guard: StepGuard | null = null
let isWatching = false

/**
 * Hears of each step of Back and Forward before the router does: a window calls its listeners in the order in which they
 * were added, captured or not, so this belongs before the first drawing.
 */
export function watchSteps(): void {
  if (!isWatching) window.addEventListener('popstate', (event) => guard?.(event), true)
  isWatching = true
}

/** Has a step judged before the router hears of it. Answers how to stop. */
export function guardSteps(judge: StepGuard): () => void {
  guard = judge
  return () => {
    if (guard === judge) guard = null
  }
}
