import { fieldStates } from '#schemas/compile/field-states.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { linearPattern } from '../../linear-pattern.ts'
import type { Session } from '../../permission/session.ts'
import { type FormView, SECRET_MASK } from './form-view.ts'
import { createRecordId } from './record-id.ts'
import { allowedInput, storedColumns, writableFields, zeroCharacters } from './row-input.ts'
import { sessionUser, sessionVariables } from './session-user.ts'
import { childMark, isRoot } from './tree-rows.ts'
import type { WriterParts } from './writer-parts.ts'

/** A row of a request, ready to be stored. */
export interface Prepared {
  view: FormView
  id: string
  row: Row
  stored: Row | null
  /** What a new record begins with; the stored record otherwise. */
  before: Row
}

type Parts = Pick<WriterParts, 'documents' | 'now'>

/** Validators per form: a request finds its own ready. */
const validators = new WeakMap<CompiledForm, ReturnType<typeof createRowValidator>>()

function validatorOf(form: CompiledForm) {
  let validator = validators.get(form)
  if (!validator) {
    validator = createRowValidator(form, linearPattern)
    validators.set(form, validator)
  }
  return validator
}

/** A new record out of what a user sent; `foreignKey` ties a sub row to its main record. */
export function prepareInsert(
  { documents, now }: Parts,
  session: Session,
  view: FormView,
  body: Row,
  foreignKey?: { name: string; value: unknown },
): Prepared {
  const { form } = view
  const foreignKeys = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
  const input = allowedInput(body, writableFields(session, view, { inserting: true, foreignKeys }))
  const initial = initialRow(form, sessionUser(session), now())
  const row: Row = { ...initial, ...input }
  if (foreignKey) row[foreignKey.name] = foreignKey.value
  // Fields that the document's rules close for this row: what was sent for them does not count.
  const states = fieldStates(form, row, sessionVariables(session, now()))
  for (const name of [...states.readonly, ...states.hidden]) row[name] = initial[name] ?? null
  if (form.tree && isRoot(form, row[form.tree.parent])) row[form.tree.parent] = form.tree.root
  if (form.tree && childMark(form)) row[form.tree.hasChild] = '0'
  const normal = validatorOf(form).normalise(row)
  const before = foreignKey ? { ...initial, [foreignKey.name]: foreignKey.value } : initial
  return { view, id: createRecordId(), row: normal, stored: null, before }
}

/** A stored record with what a user may change of it. */
export function prepareUpdate(
  { documents, now }: Parts,
  session: Session,
  view: FormView,
  stored: Row,
  body: Row,
): Prepared {
  const { form } = view
  const foreignKeys = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
  const fields = writableFields(session, view, { inserting: false, foreignKeys })
  const row: Row = { ...stored, ...validatorOf(form).normalise(allowedInput(body, fields)) }
  for (const name of view.secrets) if (row[name] === SECRET_MASK) row[name] = stored[name] ?? null
  const states = fieldStates(form, row, sessionVariables(session, now()))
  for (const name of [...states.readonly, ...states.hidden]) row[name] = stored[name] ?? null
  if (form.tree && isRoot(form, row[form.tree.parent])) row[form.tree.parent] = form.tree.root
  return { view, id: String(stored.id), row, stored, before: stored }
}

/** What is wrong with a row, as far as it can be told without the database. */
export function checkRow({ view, row }: Prepared, session: Session, now: Date): RowError[] {
  const { form } = view
  const given = new Set(
    form.fields
      .filter(({ property }) => property.defaultFrom && 'fillRule' in property.defaultFrom)
      .map(({ name }) => name),
  )
  const errors = [
    ...zeroCharacters(row, form),
    ...validatorOf(form).validate(row, { variables: sessionVariables(session, now) }),
  ]
  // Nobody can mend what he cannot see, and what the server gives is given later.
  return errors.filter((error) => !view.hidden.has(error.field) && !given.has(error.field))
}

/** True when a value of the document's own columns differs from the stored one. */
export function isChanged({ view, row, stored }: Prepared): boolean {
  return storedColumns(view.form).some((name) => !isSame(stored?.[name], row[name]))
}

/** Compares values as the wire writes them; nothing is nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === null || a === undefined) return b === null || b === undefined
  return b !== null && b !== undefined && String(a) === String(b)
}
