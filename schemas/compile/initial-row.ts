import type { CompiledForm, Row } from './model.ts'

/** Who begins a record, as far as defaults ask. */
export interface FormUser {
  id: string
  username: string
  realname: string
  orgCode: string
}

/** The first values of a new record. Serial numbers (`fillRule`) are the server's and stay out. `now` is `YYYY-MM-DD HH:mm:ss`. */
export function initialRow(form: CompiledForm, user: FormUser, now: string): Row {
  const row: Row = Object.create(null)
  for (const { name, property } of form.fields) {
    if (property.default !== undefined) row[name] = property.default
    const from = property.defaultFrom
    if (!from) continue
    if ('user' in from) row[name] = user[from.user]
    else if ('now' in from)
      row[name] = from.now === 'date' ? now.slice(0, 10) : from.now === 'time' ? now.slice(11) : now
  }
  return row
}
