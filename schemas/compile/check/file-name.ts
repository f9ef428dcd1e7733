import type { Problem } from '../model.ts'
import { parseJsonText } from './json-text.ts'

/** True for `<code>.<kind>.json`; of two files with one code this one counts. */
export function isNamedLikeCode(path: string, kind: string, code: string): boolean {
  return path.split(/[\\/]/).at(-1) === `${code}.${kind}.json`
}

/** The warning that a file is not called like the code in it, or none. */
export function fileNameProblem(path: string, kind: string, code: string, text: string): Problem[] {
  if (isNamedLikeCode(path, kind, code)) return []
  return [
    {
      severity: 'warning',
      fatal: false,
      code: 'file-name',
      path: '/code',
      message: `文件名应为 ${code}.${kind}.json`,
      ...parseJsonText(text).locate('/code', 'value'),
    },
  ]
}
