/** Controls are loaded when they are first drawn; after this long (ms) the focus is no longer moved. */
const PATIENCE_MS = 15_000
const STEP_MS = 40
const EDITABLE = 'input:not([disabled], [type="hidden"]), textarea:not([disabled]), [contenteditable="true"]'

/**
 * Gives the keyboard to the first control that can be edited, once it is there. `find` answers null
 * while there is none. Answers how to stop waiting.
 */
export function focusFirst(body: HTMLElement, find: (body: HTMLElement) => HTMLElement | null): () => void {
  const end = Date.now() + PATIENCE_MS
  const timer = setInterval(() => {
    if (Date.now() > end || holdsFocus(body)) return clearInterval(timer)
    const control = find(body)
    if (!control) return
    clearInterval(timer)
    control.focus()
  }, STEP_MS)
  return () => clearInterval(timer)
}

/** The first control in a part of the page that can be edited. */
export function firstEditable(place: HTMLElement): HTMLElement | null {
  return place.querySelector<HTMLElement>(EDITABLE)
}

/** Gives the keyboard to the first control of a dialog's content. */
export function focusFirstControl(body: HTMLElement): () => void {
  return focusFirst(body, firstEditable)
}

/** The user was faster. */
function holdsFocus(body: HTMLElement): boolean {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && body.contains(activeElement)
}
