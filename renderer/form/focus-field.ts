import { firstEditable, focusFirst } from '../kit/focus-first.ts'

const CONTROL = 'input, textarea, button, [tabindex="0"]'

/** Brings a field into view and gives it the keyboard, once its tab is shown. */
export function focusField(body: HTMLElement, name: string): void {
  setTimeout(() => {
    const place = [...body.querySelectorAll<HTMLElement>('[data-field]')].find(
      (one) => one.dataset.field === name,
    )
    place?.scrollIntoView({ block: 'center' })
    const control = place && (firstEditable(place) ?? place.querySelector<HTMLElement>(CONTROL))
    control?.focus()
  }, 60)
}

/** Gives the keyboard to the first field that can be edited; waits for its control. Answers how to stop waiting. */
export function focusFirstField(body: HTMLElement): () => void {
  return focusFirst(body, () => {
    for (const place of body.querySelectorAll<HTMLElement>('.expo-field')) {
      const control = firstEditable(place)
      // A field whose control is still being loaded is waited for.
      if (control || place.querySelector('.ant-skeleton')) return control
    }
    return null
  })
}
