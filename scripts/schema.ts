import { didYouMean } from '../schemas/compile/check/near-miss.ts'
import { compileForm } from '../schemas/compile/compile-form.ts'
import { createTableSql } from '../schemas/compile/ddl.ts'
import type { CompiledForm } from '../schemas/compile/model.ts'
import { openApi } from '../schemas/compile/openapi.ts'
import { ownTable } from '../schemas/compile/own-table.ts'
import { typeText } from '../schemas/compile/types.ts'
import type { Translate } from '../schemas/text/sentences.ts'
import { check } from './schema-check.ts'
import { documentFiles, documentFolders, referencesOf } from './schema-files.ts'
import { importDefinitions } from './schema-import.ts'
import { languageOf } from './schema-language.ts'
import { listMissingTexts } from './schema-texts.ts'

const USAGE = `npm run schema -- check [file…]                     check documents (all of schemas/pages and SCHEMAS_DIR)
npm run schema -- texts [file…]                     list what has no English
npm run schema -- import <file…> [--out dir] [--force]   turn JeecgBoot definitions into documents
  check, texts, import and their mistakes speak English by --lang en, or in an English terminal
npm run schema -- types|sql|openapi <code>               print what follows from a form document: TypeScript, table, API`

function main([command, ...args]: readonly string[], say?: Translate): number {
  switch (command) {
    case 'check':
      return check(args, say) > 0 ? 1 : 0
    case 'texts':
      listMissingTexts(args, say)
      return 0
    case 'import':
      return importDefinitions(args, say) > 0 ? 1 : 0
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
    throw new Error(hint ? `没有编码为 "${code}" 的表单文档 —— ${hint}` : `没有编码为 "${code}" 的表单文档`)
  }
  const form = compileForm(document)
  const subForms = new Map<string, CompiledForm>()
  for (const { code: sub } of form.subTables) {
    const subDocument = forms?.get(sub)
    if (subDocument) subForms.set(sub, compileForm(subDocument))
  }
  if (command === 'types') return typeText(form, subForms).trimEnd()
  if (command === 'sql') return createTableSql(ownTable(form)).trimEnd()
  return JSON.stringify(openApi(form, subForms), null, 2)
}

let say: Translate | undefined
try {
  const { rest, say: chosen } = languageOf(process.argv.slice(2), process.env)
  say = chosen
  process.exitCode = main(rest, say)
} catch (error) {
  // What a person typed wrongly deserves a sentence, not a stack.
  const message = error instanceof Error ? error.message : String(error)
  console.error(say ? say(message) : message)
  process.exitCode = 2
}
