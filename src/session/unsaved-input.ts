/** Tells whether something typed would be lost if the page were loaded again. */
export interface UnsavedInput {
  exists(): boolean
  stop(): void
}

/** Which tab is shown, and which are open: dialogs of hidden tabs are out of the document, but not lost. */
export interface TabsInView {
  active(): string
  isOpen(tab: string): boolean
}

const ONE_TAB: TabsInView = { active: () => '', isOpen: () => true }
const OPEN_FORM = '.ant-modal-wrap form, .ant-drawer-open form, .expo-form-body form'

/**
 * Remembers the fields that the user typed into. They count while they are in the page, or in a tab that is hidden; a
 * dialog that was closed took its fields with it. An open form counts as well, in a dialog or in its place on a page,
 * since picking a choice types nothing. When in doubt the answer is yes: then the user is asked, and loses nothing.
 */
export function watchUnsavedInput(tabs: TabsInView = ONE_TAB, page: Document = document): UnsavedInput {
  const touched = new Map<Element, string>()

  const isAlive = (element: Element, tab: string) =>
    element.isConnected || (tab !== tabs.active() && tabs.isOpen(tab))

  const note = (event: Event) => {
    const field = event.target
    if (!(field instanceof HTMLElement) || field.closest('[data-typing-is-not-work]')) return
    for (const [element, tab] of touched) if (!isAlive(element, tab)) touched.delete(element)
    touched.set(field, tabs.active())
  }
  page.addEventListener('input', note, true)

  return {
    exists() {
      const filled = [...touched].some(
        ([element, tab]) => isAlive(element, tab) && (!isTextField(element) || element.value !== ''),
      )
      const openForm = [...page.querySelectorAll<HTMLElement>(OPEN_FORM)].some(
        (form) => form.closest<HTMLElement>('.ant-modal-wrap')?.style.display !== 'none',
      )
      return filled || openForm
    },
    stop: () => page.removeEventListener('input', note, true),
  }
}

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}
