import type { PageDefinition } from '#schemas/api/page.ts'
import type { FormDocument, ListUrl, Property } from '#schemas/page/form.ts'
import type { CatTreeOptions } from '#schemas/widget/cat_tree.ts'
import type { LinkDownOptions } from '#schemas/widget/link_down.ts'
import { furtherLevels } from '#schemas/widget/named-fields.ts'
import type { SelTreeOptions } from '#schemas/widget/sel_tree.ts'

/** What the loaded documents say about sources named `<form code>.<field>`: some calls of the wire need it spelt out. */
export interface SourceIndex {
  remember(definition: PageDefinition): void
  linkDown(source: string): LinkDownOptions | null
  treeTable(source: string): SelTreeOptions | null
  categoryTree(source: string): { pcode: string } | null
  tree(source: string): { parent: string; hasChild: string; label: string } | null
  table(source: string): string | null
  /** Addresses of a list that does not come from the form's own table. */
  listUrl(source: string): ListUrl | null
  /** Columns that the list of a form shows. */
  listColumns(source: string): readonly string[]
}

/** Empty at first; every page that is opened adds its documents. */
export function createSourceIndex(): SourceIndex {
  const documents = new Map<string, FormDocument>()

  function property(source: string, view: string): Property | null {
    const [code = '', field = ''] = source.replace(/\?query$/, '').split('.')
    const properties = documents.get(code)?.schema.properties
    const found = properties && Object.hasOwn(properties, field) ? properties[field] : undefined
    return found?.view === view ? found : null
  }

  return {
    remember({ document, subDocuments }) {
      for (const one of [document, ...Object.values(subDocuments)]) documents.set(one.code, one)
    },
    linkDown: (source) => {
      const direct = property(source, 'link_down')
      if (direct?.options?.table) return direct.options as LinkDownOptions
      // A further level of a chain: its own field declares nothing, the chain's first field does.
      const [code = '', field = ''] = source.split('.')
      const properties = Object.values(documents.get(code)?.schema.properties ?? {})
      const first = properties.find((one) => furtherLevels(one).includes(field))
      return (first?.options ?? null) as LinkDownOptions | null
    },
    treeTable: (source) => (property(source, 'sel_tree')?.options ?? null) as SelTreeOptions | null,
    categoryTree: (source) => {
      const found = property(source, 'cat_tree')
      return found ? { pcode: ((found.options ?? {}) as CatTreeOptions).pcode || '0' } : null
    },
    tree: (source) => {
      const tree = documents.get(source)?.tree
      return tree
        ? { parent: tree.parent ?? 'pid', hasChild: tree.hasChild ?? 'has_child', label: tree.label }
        : null
    },
    table: (source) => documents.get(source)?.table ?? null,
    listUrl: (source) => documents.get(source)?.list?.url ?? null,
    listColumns: (source) =>
      (documents.get(source)?.list?.columns ?? []).map((column) =>
        typeof column === 'string' ? column : column.field,
      ),
  }
}
