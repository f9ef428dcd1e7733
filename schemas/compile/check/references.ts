import type { FormDocument } from '../../page/form.ts'

/** What a document may point to. What is absent is not checked. */
export interface References {
  /** Codes of kept dictionaries. */
  dicts?: ReadonlySet<string>
  /** Values of those dictionaries of which all are known. */
  dictValues?: ReadonlyMap<string, ReadonlySet<string>>
  /** Form documents by code. */
  forms?: ReadonlyMap<string, FormDocument>
  /** Codes of form documents that are there, but of which nothing can be used. */
  unusable?: ReadonlySet<string>
  /** Tables of the platform that documents may read. */
  sources?: ReadonlySet<string>
  /** Codes of reports. */
  reports?: ReadonlySet<string>
}

/** How to say that a form is missing: one with a mistake is not to be looked for elsewhere. */
export function missingForm(code: string, { unusable }: References): string {
  return unusable?.has(code) ? '有错误，暂不能使用' : '不存在'
}

/** Names under which tables can be addressed; null when it is not known which exist. */
export function knownTables({ forms, sources }: References): ReadonlySet<string> | null {
  if (!forms) return null
  const tables = new Set(sources)
  for (const [code, form] of forms) {
    tables.add(code)
    tables.add(form.table ?? form.code)
  }
  return tables
}

/** The form behind a table name, or null. */
export function formOfTable({ forms }: References, table: string): FormDocument | null {
  const named = forms?.get(table)
  if (named) return named
  for (const form of forms?.values() ?? []) if (form.table === table) return form
  return null
}
