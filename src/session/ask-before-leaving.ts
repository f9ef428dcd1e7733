import type { UnsavedInput } from './unsaved-input.ts'

/**
 * Lets the browser ask before the page is closed or loaded again while something typed would be lost. Answers how to
 * leave without being asked.
 */
export function askBeforeLeaving(
  unsaved: UnsavedInput,
  isSignedIn: () => boolean,
  page: Window = window,
): { leave(go: () => void): void; stop(): void } {
  const ask = (event: BeforeUnloadEvent) => {
    // Somebody at the sign-in page has typed nothing that is worth a question.
    if (isSignedIn() && unsaved.exists()) event.preventDefault()
  }
  const stop = () => page.removeEventListener('beforeunload', ask)
  page.addEventListener('beforeunload', ask)
  return {
    leave(go) {
      stop()
      go()
    },
    stop,
  }
}
