import type { PageDefinition } from '#schemas/api/page.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, SubTable } from '#schemas/compile/model.ts'

/** A page definition with its documents compiled. */
export interface PageModel {
  definition: PageDefinition
  form: CompiledForm
  subs: readonly { sub: SubTable; form: CompiledForm; readonly: readonly string[] }[]
}

/** Compiles a definition; a sub table whose document is missing is left out. */
export function pageModel(definition: PageDefinition): PageModel {
  const form = compileForm(definition.document)
  return {
    definition,
    form,
    subs: form.subTables.flatMap((sub) => {
      const document = Object.hasOwn(definition.subDocuments, sub.code)
        ? definition.subDocuments[sub.code]
        : undefined
      if (!document) return []
      const prefix = `${sub.code}.`
      return [
        {
          sub,
          form: compileForm(document),
          readonly: definition.access.readonly
            .filter((name) => name.startsWith(prefix))
            .map((name) => name.slice(prefix.length)),
        },
      ]
    }),
  }
}
