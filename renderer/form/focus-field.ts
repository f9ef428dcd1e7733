const CONTROL = 'input, textarea, button, [tabindex="0"]'
const EDITABLE = 'input:not([disabled]), textarea:not([disabled])'
/** Controls are loaded when they are first drawn; after this long (ms) nobody waits for the focus any more. */
const PATIENCE_MS = 2000
const STEP_MS = 40

/** Brings a field into view and gives it the keyboard, once its tab is shown. */
export function focusField(body: HTMLElement, name: string): void {
  setTimeout(() => {
    const place = [...body.querySelectorAll<HTMLElement>('[data-field]')].find(
      (one) => one.dataset.field === name,
    )
    place?.scrollIntoView({ block: 'center' })
    place?.querySelector<HTMLElement>(CONTROL)?.focus()
  }, 60)
}

/** Gives the keyboard to the first field that can be edited; waits for its control. Answers how to stop waiting. */
export function focusFirstField(body: HTMLElement): () => void {
  const end = Date.now() + PATIENCE_MS
  const timer = setInterval(() => {
    if (Date.now() > end || holdsFocus(body)) return clearInterval(timer)
    for (const place of body.querySelectorAll<HTMLElement>('.expo-field')) {
      const control = place.querySelector<HTMLElement>(EDITABLE)
      if (control) {
        clearInterval(timer)
        return control.focus()
      }
      if (place.querySelector('.ant-skeleton')) return
    }
  }, STEP_MS)
  return () => clearInterval(timer)
}

/** The user was faster. */
function holdsFocus(body: HTMLElement): boolean {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && body.contains(activeElement)
}
