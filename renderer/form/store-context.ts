import { createContext, useContext, useSyncExternalStore } from 'react'
import type { FieldSnapshot, FormStore } from './store.ts'

/** The store of the form that a field stands in, and whether the whole form is locked. */
export interface FormScope {
  store: FormStore
  disabled: boolean
  /** Prefix of DOM ids, so that two open forms do not share them. */
  idPrefix: string
  /** Asks the server whether a unique value is taken, after its field was left. */
  onLeave?(name: string): void
}

export const FormScopeContext = createContext<FormScope | null>(null)

/** The form around a field. */
export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext)
  if (!scope) throw new Error('A field stands outside of a form')
  return scope
}

/** The field's own snapshot: this component renders when it changes, and not otherwise. */
export function useFieldSnapshot(store: FormStore, name: string): FieldSnapshot {
  return useSyncExternalStore(
    (listener) => store.subscribe(name, listener),
    () => store.snapshot(name),
  )
}
