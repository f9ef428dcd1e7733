import type { Field } from '#schemas/compile/model.ts'
import type { Documents } from '../document/documents.ts'

/** Columns of a tree of choices. */
export interface TreeColumns {
  text: string
  code: string
  pidField: string
  hasChildField?: string | undefined
}

/** Which columns of which forms documents offer as choices: what may be read without the right to the form's list. */
export interface DeclaredLookups {
  has(form: string, text: string, value: string): boolean
  /** As `has`, for a tree: the columns that lead from parent to child are declared, too. */
  hasTree(form: string, columns: TreeColumns): boolean
}

/** Collected from all documents, and again when they change. */
export function declaredLookups(documents: Documents): DeclaredLookups {
  let known: Set<string> | null = null
  documents.onChange(() => {
    known = null
  })

  function collect(): Set<string> {
    const found = new Set<string>()
    const add = (table: unknown, text: unknown, value: unknown) => {
      const code = typeof table === 'string' ? documents.resolve(table)?.code : undefined
      if (code) found.add(JSON.stringify([code, text, value]))
    }
    for (const { form } of documents.entries()) {
      if (!form) continue
      for (const field of form.fields) {
        addField(field, add)
        if (field.view !== 'sel_tree') continue
        const { table, text, code, pidField, hasChildField } = field.options
        for (const mark of [hasChildField, undefined]) add(table, [text, code, pidField, mark], 'tree')
      }
      for (const { dict } of form.list.query)
        if (dict && typeof dict === 'object' && 'table' in dict) add(dict.table, dict.text, dict.value)
    }
    return found
  }

  return {
    has(form, text, value) {
      known ??= collect()
      return known.has(JSON.stringify([form, text, value]))
    },
    hasTree(form, { text, code, pidField, hasChildField }) {
      known ??= collect()
      return known.has(JSON.stringify([form, [text, code, pidField, hasChildField], 'tree']))
    },
  }
}

function addField(field: Field, add: (table: unknown, text: unknown, value: unknown) => void): void {
  const { dict, options, view } = field
  if (dict && typeof dict === 'object' && 'table' in dict) add(dict.table, dict.text, dict.value)
  if (view === 'sel_tree') add(options.table, options.text, options.code)
  if (view === 'link_down') add(options.table, options.txt, options.key)
}
