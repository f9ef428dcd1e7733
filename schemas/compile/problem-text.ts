import type { Translate } from '../text/sentences.ts'
import type { Problem } from './model.ts'

/** One problem as a line that terminals and editors turn into a link: `file:line:column severity /pointer: message`; in Chinese without `say`. */
export function problemText(place: string, problem: Problem, say?: Translate): string {
  const pointer = problem.path ? ` ${problem.path}` : ''
  return `${place}:${problem.line ?? 1}:${problem.column ?? 1} ${problem.severity}${pointer}: ${say ? said(problem, say) : sentence(problem)}`
}

/** What was probably meant stands before what else would be allowed: that list may be long. */
function sentence({ message, suggestion }: Problem): string {
  if (!suggestion) return message
  const cut = message.search(/(^|，)应为/)
  if (cut < 0) return `${message} —— ${suggestion}`
  const allowed = `（${message.slice(cut).replace(/^，/, '')}）`
  return cut === 0 ? `${suggestion}${allowed}` : `${message.slice(0, cut)} —— ${suggestion}${allowed}`
}

function said({ message, suggestion }: Problem, say: Translate): string {
  return suggestion ? `${say(message)} – ${say(suggestion)}` : say(message)
}
