import { memo, useCallback } from 'react'
import type { Field, Row, Stored } from '#schemas/compile/model.ts'
import { OfferedChoicesContext } from '../data/offered-choices.ts'
import { useLanguage } from '../kit/use-language.ts'
import { FieldControl } from '../widget/FieldControl.tsx'
import { useFieldSnapshot, useFormScope } from './store-context.ts'

/** A field of the form around it; renders when its own snapshot changes. */
export const FormField = memo(function FormField({ field }: { field: Field }) {
  useLanguage()
  const { store, disabled, idPrefix, onLeave } = useFormScope()
  const { name } = field
  const state = useFieldSnapshot(store, name)
  // What follows another field is drawn again when that one chooses.
  useFieldSnapshot(store, field.follows?.field ?? name)
  const handleChange = useCallback(
    (value: Stored, alsoSet?: Row) => store.set(name, value, alsoSet),
    [store, name],
  )
  const handleBlur = useCallback(() => {
    store.check(name)
    onLeave?.(name)
  }, [store, name, onLeave])

  if (state.hidden) return null
  const control = (
    <FieldControl
      id={`${idPrefix}-${name}`}
      field={field}
      value={state.value}
      row={store.row()}
      required={state.required}
      disabled={disabled || state.readOnly}
      error={state.error}
      onChange={handleChange}
      onBlur={handleBlur}
    />
  )
  return <OfferedChoicesContext value={state.offered}>{control}</OfferedChoicesContext>
})
