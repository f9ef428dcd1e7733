import type { Problem } from '#schemas/compile/model.ts'

/** One problem as a line that terminals and editors turn into a link: `file:line:column message`. */
export function problemText(place: string, problem: Problem): string {
  const at = problem.line === undefined ? place : `${place}:${problem.line}:${problem.column ?? 1}`
  const where = problem.path ? ` ${problem.path}` : ''
  const hint = problem.suggestion ? ` — ${problem.suggestion}` : ''
  return `${at} ${problem.severity}${where} ${problem.message}${hint}`
}
