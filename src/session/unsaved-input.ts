/** Tells whether something typed would be lost if the page were loaded again. */
export interface UnsavedInput {
  exists(): boolean
  stop(): void
}

const OPEN_FORM = '.ant-modal-wrap form, .ant-drawer-open form'

/**
 * Remembers the fields that the user typed into. They count while they are in the page: a dialog that was closed took its
 * fields with it. An open dialog with a form counts as well, since picking a choice types nothing.
 */
export function watchUnsavedInput(page: Document = document): UnsavedInput {
  const touched = new Set<Element>()
  const note = (event: Event) => {
    const field = event.target
    if (!(field instanceof HTMLElement) || field.closest('[data-typing-is-not-work]')) return
    for (const element of touched) if (!element.isConnected) touched.delete(element)
    touched.add(field)
  }
  page.addEventListener('input', note, true)
  return {
    exists() {
      const filled = [...touched].some(
        (element) =>
          element.isConnected &&
          (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
            ? element.value !== element.defaultValue || element.value !== ''
            : true),
      )
      const openForm = [...page.querySelectorAll<HTMLElement>(OPEN_FORM)].some(
        (form) => form.closest<HTMLElement>('.ant-modal-wrap')?.style.display !== 'none',
      )
      return filled || openForm
    },
    stop: () => page.removeEventListener('input', note, true),
  }
}
