import type { CompiledForm } from '#schemas/compile/model.ts'
import { reader, scopeOf } from '../../language.ts'

/** A word of a form in the language of the request. */
export function word({ code }: CompiledForm, text: string): string {
  return reader().word(scopeOf.form(code), text)
}

/** A value of the log as a text; empty where nothing stood. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
