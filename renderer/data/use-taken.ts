import { useMemo } from 'react'
import { useRenderer } from './renderer-context.tsx'

/** What the user's rights take away from a form, now; another set only when it holds other names. */
export function useTaken(form: string): ReadonlySet<string> {
  const { takenFrom } = useRenderer()
  const names = (takenFrom?.(form) ?? []).join(',')
  return useMemo(() => new Set(names === '' ? [] : names.split(',')), [names])
}
