import { didYouMean } from '../schemas/compile/check/near-miss.ts'
import { compileForm } from '../schemas/compile/compile-form.ts'
import { createTableSql } from '../schemas/compile/ddl.ts'
import type { CompiledForm } from '../schemas/compile/model.ts'
import { openApi } from '../schemas/compile/openapi.ts'
import { typeText } from '../schemas/compile/types.ts'
import { check } from './schema-check.ts'
import { documentFiles, documentFolders, referencesOf } from './schema-files.ts'
import { importDefinitions } from './schema-import.ts'

const USAGE = `npm run schema -- check [file…]                     check documents (all of schemas/pages and SCHEMAS_DIR)
npm run schema -- import <file…> [--out dir] [--force]   turn JeecgBoot definitions into documents
npm run schema -- types|sql|openapi <code>               print what follows from a form document: TypeScript, table, API`

function main([command, ...args]: readonly string[]): number {
  switch (command) {
    case 'check':
      return check(args) > 0 ? 1 : 0
    case 'import':
      return importDefinitions(args) > 0 ? 1 : 0
    case 'types':
    case 'sql':
    case 'openapi':
      if (!args[0]) break
      console.log(derived(command, args[0]))
      return 0
    default:
      break
  }
  console.log(USAGE)
  return command === undefined ? 0 : 2
}

function derived(command: 'types' | 'sql' | 'openapi', code: string): string {
  const { forms } = referencesOf(documentFiles(documentFolders()))
  const document = forms?.get(code)
  if (!document) {
    const hint = didYouMean(code, forms?.keys() ?? [])
    throw new Error(`没有编码为 "${code}" 的表单文档${hint ? ` —— ${hint}` : ''}`)
  }
  const form = compileForm(document)
  const subForms = new Map<string, CompiledForm>()
  for (const { code: sub } of form.subTables) {
    const subDocument = forms?.get(sub)
    if (subDocument) subForms.set(sub, compileForm(subDocument))
  }
  if (command === 'types') return typeText(form, subForms).trimEnd()
  if (command === 'sql') return createTableSql(form.table).trimEnd()
  return JSON.stringify(openApi(form, subForms), null, 2)
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  // What a person typed wrongly deserves a sentence, not a stack.
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
