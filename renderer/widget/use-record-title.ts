import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { displayText } from './display-text.ts'
import { useRenderer } from './renderer-context.tsx'
import { useTaken } from './use-taken.ts'

/** What names a record of a form in its list: the column that stays in view, else the first; the form's title where that is empty. */
export function useRecordTitle(form: CompiledForm): (row: Row) => string {
  const { registry } = useRenderer()
  const taken = useTaken(form)
  const columns = form.list.columns.filter(({ field }) => !taken.has(field.name))
  const first = columns.find(({ fixed }) => fixed === 'left') ?? columns[0]
  return (row) => (first && displayText(registry, first.field, row)) || form.title
}
