/** What a page asks for first goes before what it may need later. */
const SETTLING_MS = 1000

/** Runs something once the page has been drawn and has nothing else to do; answers how to call it off. */
export function whenIdle(run: () => void): () => void {
  let idle = 0
  const timer = setTimeout(() => {
    // Not every browser has it.
    if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(run)
    else run()
  }, SETTLING_MS)
  return () => {
    clearTimeout(timer)
    if (idle) cancelIdleCallback(idle)
  }
}
