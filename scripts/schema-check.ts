import { fileNameProblem, isNamedLikeCode } from '../schemas/compile/check/file-name.ts'
import { parseJsonText } from '../schemas/compile/check/json-text.ts'
import { repeatedPaths } from '../schemas/compile/check/repeated-paths.ts'
import { haveSameEntries } from '../schemas/compile/check/same-entries.ts'
import { checkDocument, soundDict } from '../schemas/compile/check-document.ts'
import type { Problem } from '../schemas/compile/model.ts'
import { problemText } from '../schemas/compile/problem-text.ts'
import type { Translate } from '../schemas/text/sentences.ts'
import {
  documentFiles,
  documentFolders,
  givenPaths,
  isShipped,
  readSchemaFile,
  referencesOf,
  type SchemaFile,
  shownPath,
} from './schema-files.ts'

/** `npm run schema -- check [file…]`: prints every problem as file:line:column; the number of errors. In Chinese without `say`. */
export function check(args: readonly string[], say?: Translate): number {
  const inFolders = documentFiles(documentFolders())
  const files =
    args.length > 0
      ? givenPaths(args, (name) => /\.(form|page|dict|menu)\.json$/.test(name)).map(readSchemaFile)
      : inFolders
  const references = referencesOf(files)
  const all = [...inFolders, ...files]
  const owners = ownersOf(all)
  const textOf = new Map(all.map(({ path, text }) => [path, text]))
  const repeated = repeatedMenuPaths(all, owners)
  let errors = 0
  let warnings = 0
  for (const file of files) {
    const problems = [
      ...checkDocument(file.text, { ...references, shipped: isShipped(file.path) }),
      ...nameProblems(file, owners, textOf),
      ...repeated.flatMap(({ path, problem }) => (path === file.path ? problem : [])),
    ]
    for (const problem of problems) console.log(problemText(shownPath(file.path), problem, say))
    errors += problems.filter(({ severity }) => severity === 'error').length
    warnings += problems.filter(({ severity }) => severity === 'warning').length
  }
  const sum = `${files.length} 个文档，${errors} 个错误，${warnings} 个警告`
  console.log(say ? say(sum) : sum)
  return errors
}

/** Names of documents, each with the file that counts: the one called so, else the first in the order of the folders. */
function ownersOf(files: readonly SchemaFile[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  const strays = new Map<string, string>()
  for (const file of files) {
    const name = nameOf(file)
    if (!name) continue
    const found = hasRightName(file, name) ? owners : strays
    if (!found.has(name.key)) found.set(name.key, file.path)
  }
  return new Map([...strays, ...owners])
}

/** A menu may be called as one likes. */
function hasRightName({ path }: SchemaFile, { kind, value }: { kind: string; value: string }): boolean {
  return kind === 'menu' || isNamedLikeCode(path, kind, value)
}

/** Pages that two menu documents have. A file that is not used at all takes nothing from others. */
function repeatedMenuPaths(files: readonly SchemaFile[], owners: ReadonlyMap<string, string>) {
  const menus = new Map<string, SchemaFile>()
  for (const file of files) {
    const name = nameOf(file)
    const counts = !name || owners.get(name.key) === file.path
    if (file.path.endsWith('.menu.json') && counts) menus.set(file.path, file)
  }
  return repeatedPaths([...menus.values()])
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

/** The code stands in the file's name, and only one file may have it; a dictionary that says the same as the one that counts loses nothing. */
function nameProblems(
  file: SchemaFile,
  owners: ReadonlyMap<string, string>,
  textOf: ReadonlyMap<string, string>,
): Problem[] {
  const name = nameOf(file)
  if (!name) return []
  const path = `/${name.field}`
  const first = owners.get(name.key)
  if (first !== undefined && first !== file.path && !isCopy(file, name.kind, textOf.get(first))) {
    const what = name.field === 'code' ? '编码' : '标识'
    return [
      {
        severity: 'error',
        fatal: false,
        code: 'duplicate-code',
        path,
        message: `${what} "${name.value}" 已用于 ${shownPath(first)}，只使用后者`,
        ...parseJsonText(file.text).locate(path, 'value'),
      },
    ]
  }
  return name.kind === 'menu' ? [] : fileNameProblem(file.path, name.kind, name.value, file.text)
}

/** True for a dictionary that says the same as the one that counts. */
function isCopy({ text }: SchemaFile, kind: string, counting: string | undefined): boolean {
  if (kind !== 'dict' || counting === undefined) return false
  const [mine, theirs] = [soundDict(text).document, soundDict(counting).document]
  return mine !== null && theirs !== null && haveSameEntries(mine, theirs)
}
