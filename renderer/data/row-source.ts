import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { RowSource } from './data-client.ts'

const sources = new WeakMap<CompiledForm, RowSource>()

/** The rows of a form as something to list; the same form has the same source. */
export function rowSource(form: CompiledForm): RowSource {
  const known = sources.get(form)
  if (known) return known
  const url = form.document.list?.url
  const several = form.fields.filter(holdsSeveral).map(({ name }) => name)
  const bounded = form.list.query.flatMap(({ mode, field }) =>
    mode === 'ge' || mode === 'le' ? field.name : [],
  )
  const source: RowSource = {
    code: form.code,
    ...(url ? { url, columns: form.list.columns.map(({ field }) => field.name) } : {}),
    ...(several.length > 0 ? { several } : {}),
    ...(bounded.length > 0 ? { bounded } : {}),
  }
  sources.set(form, source)
  return source
}
