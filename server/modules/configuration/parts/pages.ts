import { type Static, Type } from 'typebox'
import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import { type References, soundPage } from '#schemas/compile/check-document.ts'
import type { CompositeDocument } from '#schemas/page/composite.ts'
import type { PackageEntries, Part, PartContext } from '../part.ts'
import { storeDocument } from '../store-document.ts'
import { referencesWith } from './forms.ts'

const shape = Type.Object({
  kind: Type.Literal('page'),
  code: Type.String({ minLength: 1, maxLength: 63 }),
  title: Type.String({ minLength: 1 }),
})
/** A composite page as its file has it; what it may say is checked as that of a file is. */
type PackedPage = Static<typeof shape>

/** Composite pages. Those of the product's own screens belong to the program. */
export const pagePart: Part<PackedPage> = {
  kind: 'pages',
  title: '组合页面',
  shape,
  isShared: true,
  rights: { read: FORM_DESIGN, take: [FORM_DESIGN] },
  keyOf: ({ code }) => code,
  titleOf: ({ title, code }) => `${title}（${code}）`,
  size: () => 1,
  comparable: (page) => page,

  async names(context) {
    return ownPages(context).map(({ code, title }) => ({ key: code, title }))
  },

  async read(context, keys) {
    const wanted = keys && new Set(keys)
    return ownPages(context).filter(({ code }) => wanted?.has(code) ?? true)
  },

  async faults(entries, context, all) {
    const references = referencesWith(context, all)
    const faults = new Map<string, string>()
    for (const entry of entries) {
      const fault = placeFault(entry, context, all) ?? documentFault(entry, references)
      if (fault !== null) faults.set(entry.code, fault)
    }
    return faults
  },

  async apply(entries, take) {
    const here = new Map(ownPages(take.context).map((page) => [page.code, page]))
    for (const entry of entries)
      await take.at(pagePart.titleOf(entry), () =>
        storeDocument('page', entry, here.get(entry.code) ?? null, take),
      )
  },
}

/** The composite pages of a package: what entries of the menu may name. */
export function packedPages(context: PartContext, all: PackageEntries): CompositeDocument[] {
  const references = referencesWith(context, all)
  return [...(all.get('pages')?.values() ?? [])].flatMap(
    (entry) => soundPage(JSON.stringify(entry), references).document ?? [],
  )
}

function ownPages({ documents }: PartContext): CompositeDocument[] {
  return documents
    .pages()
    .flatMap(({ document, shipped }) => (document && !shipped ? [document] : []))
    .map(({ $schema: _, ...document }) => document)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
}

function placeFault({ code }: PackedPage, { documents }: PartContext, all: PackageEntries): string | null {
  if (documents.page(code)?.shipped) return '编码属于系统自带的页面，不能导入'
  return documents.entry(code) || all.get('forms')?.has(code) ? '编码已被表单使用' : null
}

function documentFault(entry: PackedPage, references: References): string | null {
  const { problems } = soundPage(JSON.stringify(entry), references)
  const first = problems.find(({ severity }) => severity === 'error')
  return first ? `文档有错误：${first.path ? `${first.path} ` : ''}${first.message}` : null
}
