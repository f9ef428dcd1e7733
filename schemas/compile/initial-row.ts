import { onOffOptions } from '../widget/on-off.ts'
import { traitsOf } from '../widget/traits.ts'
import { type FormUser, wireTime } from './form-variables.ts'
import type { CompiledForm, Field, Row, Stored } from './model.ts'

/** The record that a new form begins with. Serial numbers stay null: the server gives them. */
export function initialRow(form: CompiledForm, user: FormUser, now: Date): Row {
  const row: Row = {}
  for (const field of form.fields) {
    if (field.name === 'id' || !(field.inForm || hasDefault(field))) continue
    row[field.name] = initialValue(field, user, now)
  }
  return row
}

function hasDefault({ property }: Field): boolean {
  return property.default !== undefined || property.defaultFrom !== undefined
}

function initialValue(field: Field, user: FormUser, now: Date): Stored {
  const { default: constant, defaultFrom } = field.property
  if (defaultFrom && 'user' in defaultFrom) return user[defaultFrom.user]
  if (defaultFrom && 'now' in defaultFrom) return wireTime(now)[defaultFrom.now]
  if (constant !== undefined) return constant
  // A switch shows off from the start, so off is what it must store.
  return traitsOf(field.view).choices === 'onOff' ? onOffOptions(field.options)[1].value : null
}
