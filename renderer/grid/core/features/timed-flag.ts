/** How long rows that were reloaded are highlighted, ms. */
export const HIGHLIGHT_MS = 1400
/** After the last scroll the grid is said to scroll for so long, ms. */
export const SCROLLING_MS = 100

/** A flag that is raised, and falls by itself some time after it was raised last; each time it changes it is told. */
export function createTimedFlag(ms: number, onChange: (isUp: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | null = null
  return {
    isUp: () => timer !== null,
    raise(): void {
      const wasUp = timer !== null
      if (timer) clearTimeout(timer)
      timer = setTimeout(() => {
        timer = null
        onChange(false)
      }, ms)
      if (!wasUp) onChange(true)
    },
    /** It falls at once, and nothing is told. */
    drop(): void {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
