import { type ChoiceSource, choiceSource, dictSource } from '#schemas/compile/choice-source.ts'
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
    const add = (table: string, text: unknown, value: string) => {
      const code = documents.resolve(table)?.code
      if (code) found.add(JSON.stringify([code, text, value]))
    }
    const addSource = (source: ChoiceSource | null) => {
      if (source && 'table' in source) add(source.table.table, source.table.text, source.table.value)
    }
    for (const { form } of documents.entries()) {
      if (!form) continue
      for (const field of form.fields) {
        const source = choiceSource(field)
        addSource(source)
        if (!source || !('table' in source) || source.table.declared !== 'options') continue
        const { table, text, value, tree } = source.table
        if (tree)
          for (const mark of [tree.hasChildField, undefined])
            add(table, [text, value, tree.pidField, mark], 'tree')
      }
      for (const { dict } of form.list.query) if (dict) addSource(dictSource(dict))
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
