import { basename } from 'node:path'
import { parseJsonText } from '../schemas/compile/check/json-text.ts'
import { checkDocument } from '../schemas/compile/check-document.ts'
import type { Problem } from '../schemas/compile/model.ts'
import { problemText } from '../schemas/compile/problem-text.ts'
import {
  documentFiles,
  documentFolders,
  givenPaths,
  readSchemaFile,
  referencesOf,
  type SchemaFile,
  shownPath,
} from './schema-files.ts'

/** `npm run schema -- check [file…]`: prints every problem as file:line:column; the number of errors. */
export function check(args: readonly string[]): number {
  const inFolders = documentFiles(documentFolders())
  const files =
    args.length > 0
      ? givenPaths(args, (name) => /\.(form|dict|menu)\.json$/.test(name)).map(readSchemaFile)
      : inFolders
  const references = referencesOf(files)
  const owners = ownersOf([...inFolders, ...files])
  let errors = 0
  let warnings = 0
  for (const file of files) {
    const problems = [...checkDocument(file.text, references), ...nameProblems(file, owners)]
    for (const problem of problems) console.log(problemText(shownPath(file.path), problem))
    errors += problems.filter(({ severity }) => severity === 'error').length
    warnings += problems.filter(({ severity }) => severity === 'warning').length
  }
  console.log(`${files.length} 个文档，${errors} 个错误，${warnings} 个警告`)
  return errors
}

/** Names of documents, each with the file that counts: the first in the order of the folders. */
function ownersOf(files: readonly SchemaFile[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const file of files) {
    const name = nameOf(file)
    if (name && !owners.has(name.key)) owners.set(name.key, file.path)
  }
  return owners
}

/** What a document is called among its kind: `code`, or the `id` of a menu. */
function nameOf({
  text,
}: SchemaFile): { key: string; value: string; field: 'code' | 'id'; kind: string } | null {
  const json = parseJsonText(text).value
  // A broken syntax is reported by the check itself.
  if (typeof json !== 'object' || json === null || !('kind' in json)) return null
  const kind = String(json.kind)
  const field = kind === 'menu' ? 'id' : 'code'
  const value = (json as { code?: unknown; id?: unknown })[field]
  return typeof value === 'string' ? { key: `${kind} ${value}`, value, field, kind } : null
}

/** The code stands in the file's name, and only one file may have it. */
function nameProblems(file: SchemaFile, owners: ReadonlyMap<string, string>): Problem[] {
  const name = nameOf(file)
  if (!name) return []
  const path = `/${name.field}`
  const problem = (severity: Problem['severity'], code: string, message: string): Problem[] => [
    { severity, fatal: false, code, path, message, ...parseJsonText(file.text).locate(path, 'value') },
  ]
  const first = owners.get(name.key)
  if (first !== undefined && first !== file.path) {
    const what = name.field === 'code' ? '编码' : '标识'
    return problem(
      'error',
      'duplicate-code',
      `${what} "${name.value}" 已用于 ${shownPath(first)}，只使用后者`,
    )
  }
  const wanted = `${name.value}.${name.kind}.json`
  // A menu may be called as one likes.
  if (name.kind === 'menu' || basename(file.path) === wanted) return []
  return problem('warning', 'file-name', `文件名应为 ${wanted}`)
}
