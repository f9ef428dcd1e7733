import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompositeDocument } from '#schemas/page/composite.ts'
import type { Documents } from '../document/documents.ts'
import type { PageEntry } from '../document/page-documents.ts'

/** Documents as they will be once those of the package are taken in: entries of the menu and grants name them. */
export function withPackage(
  documents: Documents,
  added: Parameters<typeof compileForm>[0][],
  addedPages: readonly CompositeDocument[],
): Documents {
  const forms = new Map(added.map((document) => [document.code, compileForm(document)]))
  const pages = new Map(addedPages.map((document) => [document.code, packedPage(document)]))
  return {
    ...documents,
    page: (code) => pages.get(code) ?? documents.page(code),
    resolve: (name) => forms.get(name) ?? documents.resolve(name),
    entries: () =>
      documents.entries().map((entry) => {
        const form = forms.get(entry.code)
        return form ? { ...entry, form } : entry
      }),
    // What is made for one take must not be kept for ever by those who are told of changes.
    onChange: () => undefined,
  }
}

function packedPage(document: CompositeDocument): PageEntry {
  const place = 'database'
  return { code: document.code, document, version: '', place, problems: [], outdated: false, shipped: false }
}
