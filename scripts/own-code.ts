import { isDeepStrictEqual } from 'node:util'
import { columnType } from '../schemas/compile/column-type.ts'
import type { FormDocument } from '../schemas/page/form.ts'

/** Longest code, less what tells two apart. */
const MAX_BASE = 58

/** Documents that an import has made, by kind and code. */
export interface MadeDocuments {
  /**
   * The document under a code that no other one has, or where the same document is already. `note` says what was changed.
   */
  claim(
    kind: string,
    document: NamedDocument,
    place: string,
  ): { document: NamedDocument; note: string | null } | { sameAs: string } | { refusedFor: string }
}

/** A document of any kind. */
export type NamedDocument = { kind: string; code?: string; id?: string; title: string }

/** None yet. */
export function createMadeDocuments(): MadeDocuments {
  const made = new Map<string, { document: NamedDocument; original: NamedDocument; place: string }[]>()
  const keep = (key: string, document: NamedDocument, original: NamedDocument, place: string) =>
    made.set(key, [...(made.get(key) ?? []), { document, original, place }])
  return {
    claim(kind, document, place) {
      const key = `${kind} ${document.code ?? document.id ?? document.title}`
      const before = made.get(key) ?? []
      const [first] = before
      if (!first) {
        keep(key, document, document, place)
        return { document, note: null }
      }
      const same = before.find(({ original }) => isDeepStrictEqual(original, document))
      if (same) return { sameAs: same.place }
      if (kind !== 'form') return { refusedFor: first.place }
      const renamed = withOwnCode(document as FormDocument, first.original as FormDocument, (code) =>
        made.has(`${kind} ${code}`),
      )
      keep(key, renamed.document, document, place)
      keep(`${kind} ${renamed.document.code}`, renamed.document, renamed.document, place)
      return renamed
    },
  }
}

/** A further form on a table keeps the table where both store the same columns alike; else it gets one of its own. */
function withOwnCode(
  document: FormDocument,
  first: FormDocument,
  isTaken: (code: string) => boolean,
): { document: FormDocument; note: string } {
  const { code, table: named, ...rest } = document
  let own = ''
  for (let count = 2; own === '' || isTaken(own); count += 1) own = `${code.slice(0, MAX_BASE)}_${count}`
  const table = named ?? code
  const different = Object.entries(document.schema.properties).find(([name, property]) => {
    const other = Object.hasOwn(first.schema.properties, name) ? first.schema.properties[name] : undefined
    return other !== undefined && columnType(name, property).type !== columnType(name, other).type
  })
  const { kind, ...others } = rest
  return different === undefined
    ? {
        document: { kind, code: own, table, ...others },
        note: `编码 ${code} 已有另一个表单，改为 ${own}，同用表 ${table}`,
      }
    : {
        document: { kind, code: own, ...others },
        note: `编码 ${code} 已有另一个表单，改为 ${own}；列 ${different[0]} 的类型不同，使用自己的表 ${own}`,
      }
}
