import { useMemo } from 'react'
import type { PageModel } from '../model/page-model.ts'
import { type QueryField, queryFields } from '../model/query-fields.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

/** The fields that the advanced query of a page's list may ask about, by the names that it gives them. */
export function useQueryFields(model: PageModel): ReadonlyMap<string, QueryField> {
  const { takenFrom } = useRenderer()
  const taken = [model.form, ...model.subs.map(({ form }) => form)].map((form) =>
    [form.code, ...(takenFrom?.(form.code, form.rights) ?? [])].join(','),
  )
  const key = taken.join(' ')
  return useMemo(() => {
    const names = new Map(key.split(' ').map((one) => [one.split(',')[0], new Set(one.split(',').slice(1))]))
    const fields = queryFields(model, ({ code }) => names.get(code) ?? new Set())
    return new Map(fields.map((field) => [field.name, field]))
  }, [model, key])
}
