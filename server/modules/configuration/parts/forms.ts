import { type Static, Type } from 'typebox'
import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import { type References, soundDocument } from '#schemas/compile/check-document.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import type { PackageEntries, Part, PartContext } from '../part.ts'
import { storeDocument } from '../store-document.ts'

const shape = Type.Object({
  kind: Type.Literal('form'),
  code: Type.String({ minLength: 1, maxLength: 63 }),
  title: Type.String({ minLength: 1 }),
})
/** A form document as its file has it; what it may say is checked as that of a file is. */
type PackedForm = Static<typeof shape>

/** Form documents with tables of their own. Those of the product's own screens belong to the program. */
export const formPart: Part<PackedForm> = {
  kind: 'forms',
  title: '表单',
  shape,
  isShared: true,
  rights: { read: FORM_DESIGN, take: [FORM_DESIGN] },
  keyOf: ({ code }) => code,
  titleOf: ({ title, code }) => `${title}（${code}）`,
  size: () => 1,

  async names(context) {
    return ownDocuments(context).map(({ code, title }) => ({ key: code, title }))
  },

  async read(context, keys) {
    const wanted = keys && new Set(keys)
    return ownDocuments(context).filter(({ code }) => wanted?.has(code) ?? true)
  },

  comparable(form) {
    const { $schema: _, ...document } = form as unknown as FormDocument
    return document
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
    const { documents } = take.context
    for (const entry of entries)
      await take.at(formPart.titleOf(entry), () =>
        storeDocument('form', entry, documents.entry(entry.code)?.form?.document ?? null, take),
      )
  },
}

/** The form documents of a package, repaired as those of files are: what the rest of the package may name. */
export function packedForms(context: PartContext, all: PackageEntries): FormDocument[] {
  const references = referencesWith(context, all)
  return [...(all.get('forms')?.values() ?? [])].flatMap(
    (entry) => soundDocument(JSON.stringify(entry), references).document ?? [],
  )
}

/** What a document may point to once the package is taken in. */
export function referencesWith({ documents }: PartContext, all: PackageEntries): References {
  const known = documents.references()
  const packed = [...(all.get('forms')?.values() ?? [])] as unknown as FormDocument[]
  const dicts = all.get('dicts')?.keys() ?? []
  return {
    ...known,
    shipped: false,
    forms: new Map([...(known.forms ?? []), ...packed.map((form) => [form.code, form] as const)]),
    ...(known.dicts ? { dicts: new Set([...known.dicts, ...dicts]) } : {}),
  }
}

function ownDocuments({ documents }: PartContext): FormDocument[] {
  return documents
    .entries()
    .flatMap(({ form }) => (form?.table ? [form.document] : []))
    .map(({ $schema: _, ...document }) => document)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
}

/** A form whose place is taken: by a screen of the product, or by another form over the same table. */
function placeFault(entry: PackedForm, { documents }: PartContext, all: PackageEntries): string | null {
  const here = documents.entry(entry.code)?.form
  if (here && here.code === entry.code) return here.table === null ? '编码属于系统自带的页面，不能导入' : null
  const { table, store: kept } = entry as unknown as FormDocument
  if (kept) return '只有随产品提供的表单可以使用平台数据表'
  const name = table ?? entry.code
  const user = documents.entries().find(({ form }) => form?.table && form.tableName === name)
  if (!user || all.get('forms')?.has(user.code)) return null
  return `数据表“${name}”已被表单“${user.form?.title}”（${user.code}）使用`
}

function documentFault(entry: PackedForm, references: References): string | null {
  const { problems } = soundDocument(JSON.stringify(entry), references)
  const first = problems.find(({ severity }) => severity === 'error')
  return first ? `文档有错误：${first.path ? `${first.path} ` : ''}${first.message}` : null
}
