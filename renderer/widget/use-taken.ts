import { useMemo } from 'react'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { useRenderer } from './renderer-context.tsx'

/** What the user's rights take away from a form, now; another set only when it holds other names. */
export function useTaken({
  code,
  rights,
}: Pick<CompiledForm, 'code'> & Partial<Pick<CompiledForm, 'rights'>>): ReadonlySet<string> {
  const { takenFrom } = useRenderer()
  const names = (takenFrom?.(code, rights) ?? []).join(',')
  return useMemo(() => new Set(names === '' ? [] : names.split(',')), [names])
}
