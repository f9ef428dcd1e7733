import type { PageDefinition } from '#schemas/api/page.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, SubTable } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'

/** A sub table with its document compiled. */
export interface SubModel {
  sub: SubTable
  form: CompiledForm
  /** The label of its tab. */
  title: string
  /** Fields that this user sees but may not change. */
  readonly: readonly string[]
}

/** A page definition with its documents compiled. */
export interface PageModel {
  definition: PageDefinition
  form: CompiledForm
  subs: readonly SubModel[]
}

/** The column that points to the main record is the server's to fill: inside its main form nobody sees it. */
function withoutProperty(document: FormDocument, name: string): FormDocument {
  const { schema } = document
  return {
    ...document,
    schema: {
      ...schema,
      ...(schema.required ? { required: schema.required.filter((one) => one !== name) } : {}),
      properties: Object.fromEntries(Object.entries(schema.properties).filter(([one]) => one !== name)),
    },
  }
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
          form: compileForm(withoutProperty(document, sub.foreignKey)),
          title: sub.title || document.title,
          readonly: definition.access.readonly
            .filter((name) => name.startsWith(prefix))
            .map((name) => name.slice(prefix.length)),
        },
      ]
    }),
  }
}
