import type { FormDocument } from '../../page/form.ts'

/** What a document may point to. What is absent is not checked. */
export interface References {
  /** Codes of kept dictionaries. */
  dicts?: ReadonlySet<string>
  /** Values of those dictionaries of which all are known. */
  dictValues?: ReadonlyMap<string, ReadonlySet<string>>
  /** Form documents by code. */
  forms?: ReadonlyMap<string, FormDocument>
  /** The form that is chosen from on each composite page, by the page's code. */
  pages?: ReadonlyMap<string, string>
  /** Codes of form documents that are there, but of which nothing can be used. */
  unusable?: ReadonlySet<string>
  /** Tables of the platform that documents may read. */
  sources?: ReadonlySet<string>
  /** Names of calls and panels that actions may use; the lists in schemas/page where absent. */
  calls?: readonly string[]
  panels?: readonly string[]
  /** Codes of the rules that fill in serial numbers. */
  fillRules?: ReadonlySet<string>
  /** Codes of roles; `whole` where there are no others, as a database may have. */
  roles?: { codes: ReadonlySet<string>; whole: boolean }
  /** Platform tables that documents may keep: SQL types of their columns by the name on the wire. */
  tables?: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** False for a document that does not ship with the product: it may not name a platform table. */
  shipped?: boolean
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

/** The form whose own table has a name, or null; look-ups read a platform table by its own columns, whichever document keeps it. */
export function formOfTable({ forms }: References, table: string): FormDocument | null {
  const named = forms?.get(table)
  if (named && !isOfPlatform(named)) return named
  for (const form of forms?.values() ?? []) if (form.table === table && !isOfPlatform(form)) return form
  return null
}

function isOfPlatform({ store }: FormDocument): boolean {
  return store !== undefined && 'table' in store
}
