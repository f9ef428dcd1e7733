import type { CompiledForm } from '../model.ts'

/** How clients of the wire draw the list of a form: which of their pages it opens. */
export type ListKind = 'default' | 'tree' | 'erp' | 'innerTable' | 'tab'

/** The kind of a form's list. */
export function listKind(form: CompiledForm): ListKind {
  if (form.tree) return 'tree'
  const theme = form.document.layout?.theme ?? 'normal'
  return theme === 'normal' ? 'default' : theme
}
