import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { isNamedLikeCode } from '#schemas/compile/check/file-name.ts'
import { type References, soundDocument } from '#schemas/compile/check-document.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { ROLES } from '../../database/first-data/platform-data.ts'
import { KEPT_TABLES, PLATFORM_TABLES } from '../../database/platform-tables.ts'
import { type DocumentSource, namedCode } from './load-document.ts'

/** Tables of the platform that documents may name. */
const PLATFORM_SOURCES: ReadonlySet<string> = new Set(Object.keys(PLATFORM_TABLES))

/** Codes that lie outside of the documents and that these may name. */
export interface OuterCodes {
  dicts: ReadonlySet<string>
  reports: ReadonlySet<string>
  /** Rules for serial numbers; null while there are none at all, as before the first data are loaded. */
  fillRules: ReadonlySet<string> | null
  /** Roles of all tenants, and those that the product begins with; null where no database says which there are. */
  roles: ReadonlySet<string> | null
}

/** What documents may point to, and a hash of it. */
export interface Referred {
  references: References
  state: string
}

/** Dictionaries and rules that the database knows, and those of the folders, which may come into it later than the documents. */
export async function outerCodes(
  pool: Pool | null,
  inFolders: { dictCodes: ReadonlySet<string>; reportCodes: ReadonlySet<string> },
): Promise<OuterCodes> {
  const reports = inFolders.reportCodes
  if (!pool) return { dicts: inFolders.dictCodes, reports, fillRules: null, roles: null }
  const [dicts, rules, roles] = await Promise.all([
    pool.query<{ code: string }>('select dict_code as code from platform.sys_dict where del_flag = 0'),
    pool.query<{ code: string }>('select rule_code as code from platform.sys_fill_rule'),
    pool.query<{ code: string }>('select distinct role_code as code from platform.sys_role'),
  ])
  return {
    dicts: new Set([...inFolders.dictCodes, ...dicts.rows.map(({ code }) => code)]),
    reports,
    fillRules: rules.rows.length === 0 ? null : new Set(rules.rows.map(({ code }) => code)),
    roles: new Set([...ROLES, ...roles.rows].map(({ code }) => code)),
  }
}

/** Reads documents by themselves, each text once, to know what they may point to. */
export interface ReferenceReader {
  /** True for a copy under another name: it must not take the place of the file that is named like the code. */
  isStray(source: DocumentSource): boolean
  /** `usableBefore` answers the last good version of a text that is broken now: documents that refer to it keep working. */
  referred(
    sources: readonly DocumentSource[],
    outer: OuterCodes,
    usableBefore: (source: DocumentSource) => FormDocument | undefined,
  ): Referred
}

/** `judgesDicts`: false where no database says which dictionaries there are. */
export function createReferenceReader(judgesDicts: boolean): ReferenceReader {
  const firstLooks = new Map<string, FormDocument | null>()

  /** A document by itself: its code, and what others may point to. */
  function firstLook(text: string): FormDocument | null {
    const known = firstLooks.get(text)
    if (known !== undefined) return known
    const { document } = soundDocument(text)
    firstLooks.set(text, document)
    return document
  }

  return {
    isStray({ source, place, text }) {
      const code = source === 'file' ? firstLook(text)?.code : undefined
      return code !== undefined && !isNamedLikeCode(place, 'form', code)
    },

    referred(sources, { dicts, reports, fillRules, roles }, usableBefore) {
      const forms = new Map<string, FormDocument>()
      const outer = [dicts, reports, fillRules ?? [], roles ?? []].map((codes) => [...codes].sort())
      const hash = createHash('sha256').update(JSON.stringify(outer))
      const unusable = new Set<string>()
      for (const source of sources) {
        hash.update(source.text)
        const usable = firstLook(source.text) ?? usableBefore(source)
        if (usable) {
          if (!forms.has(usable.code)) forms.set(usable.code, usable)
        } else unusable.add(namedCode(source))
      }
      const texts = new Set(sources.map(({ text }) => text))
      for (const text of firstLooks.keys()) if (!texts.has(text)) firstLooks.delete(text)
      return {
        references: {
          forms,
          unusable,
          sources: PLATFORM_SOURCES,
          tables: KEPT_TABLES,
          reports,
          ...(judgesDicts ? { dicts } : {}),
          ...(fillRules ? { fillRules } : {}),
          ...(roles ? { roles: { codes: roles, whole: true } } : {}),
        },
        state: hash.digest('hex'),
      }
    },
  }
}
