import { basename } from 'node:path'
import { checkDocument } from '../schemas/compile/check-document.ts'
import type { Problem } from '../schemas/compile/model.ts'
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
  const files =
    args.length > 0
      ? givenPaths(args, (name) => /\.(form|dict|menu)\.json$/.test(name)).map(readSchemaFile)
      : documentFiles(documentFolders())
  const references = referencesOf(files)
  const codes = new Map<string, string>()
  let errors = 0
  let warnings = 0
  for (const file of files) {
    const problems = [...checkDocument(file.text, references), ...nameProblems(file, codes)]
    for (const problem of problems) console.log(problemLine(file.path, problem))
    errors += problems.filter(({ severity }) => severity === 'error').length
    warnings += problems.filter(({ severity }) => severity === 'warning').length
  }
  console.log(`${files.length} documents, ${errors} errors, ${warnings} warnings`)
  return errors
}

/** One problem as a line that terminals and editors turn into a link. */
export function problemLine(path: string, problem: Problem): string {
  const place = `${shownPath(path)}:${problem.line ?? 1}:${problem.column ?? 1}`
  const pointer = problem.path ? ` ${problem.path}` : ''
  const hint = problem.suggestion ? ` ${problem.suggestion}` : ''
  return `${place} ${problem.severity}${pointer}: ${problem.message}${hint}`
}

/** The code stands in the file's name, and only one file may have it. */
function nameProblems({ path, text }: SchemaFile, codes: Map<string, string>): Problem[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The syntax has been reported.
    return []
  }
  if (
    typeof json !== 'object' ||
    json === null ||
    !('code' in json) ||
    typeof json.code !== 'string' ||
    !('kind' in json)
  )
    return []
  const problem = (severity: Problem['severity'], code: string, message: string): Problem[] => [
    { severity, fatal: false, code, path: '/code', message },
  ]
  const key = `${String(json.kind)} ${json.code}`
  const first = codes.get(key)
  if (first !== undefined && first !== path)
    return problem('error', 'duplicate-code', `编码 "${json.code}" 已用于 ${shownPath(first)}`)
  codes.set(key, path)
  const wanted = `${json.code}.${String(json.kind)}.json`
  return basename(path) === wanted ? [] : problem('warning', 'file-name', `文件名应为 ${wanted}`)
}
