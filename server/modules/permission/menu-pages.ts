import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Documents } from '../document/documents.ts'

/** A form or composite page that an entry of the menu can open. */
type MenuPage = { id: string; code: string; title: string; label: string }

/** A page with whether it is shown in others only. */
interface PageForEntry {
  code: string
  title: string
  isPart: boolean
}

/**
 * Forms and composite pages for new entries. Parts of others are sub tables, what composite pages show, and tables of the
 * platform that no entry opened ever (`everOpened` are those of entries, deleted ones too): panels and choices show these.
 */
export function pagesForEntries(
  documents: Pick<Documents, 'entries' | 'pages' | 'mainsOf'>,
  everOpened: ReadonlySet<string>,
): PageForEntry[] {
  const pages = documents.pages().flatMap(({ document }) => document ?? [])
  const shown = new Set(pages.flatMap(({ left, right }) => [left.form, ...right.map(({ form }) => form)]))
  const forms = documents.entries().flatMap(({ form }) => form ?? [])
  const isPart = (form: CompiledForm) =>
    !everOpened.has(form.code) &&
    (form.table === null || shown.has(form.code) || documents.mainsOf(form.code).length > 0)
  return [
    ...pages.map(({ code, title }) => ({ code, title, isPart: false })),
    ...forms.map((form) => ({ code: form.code, title: form.title, isPart: isPart(form) })),
  ]
}

/** Rows of the document `menu_page`: what the form of menu entries offers as pages. */
export function createMenuPages(documents: Pick<Documents, 'entries' | 'pages'>): {
  list(): Promise<MenuPage[]>
} {
  return {
    async list() {
      const forms = documents.entries().flatMap(({ form }) => form ?? [])
      const pages = documents.pages().flatMap(({ document }) => document ?? [])
      return [...pages, ...forms].map(({ code, title }) => ({
        ...{ id: code, code, title },
        label: `${title}（${code}）`,
      }))
    },
  }
}
