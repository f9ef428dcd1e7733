import { fieldStates } from '#schemas/compile/field-states.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { calculate } from '#schemas/compile/rules/calculate.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import { calculatedDefaults } from '#schemas/compile/rules/rule-plan.ts'
import { linearPattern } from '../../../linear-pattern.ts'
import type { Session } from '../../../permission/session.ts'
import { sessionUser, sessionVariables } from '../../../permission/session-user.ts'
import { keptValues } from '../../../widget/index.ts'
import { type FormView, SECRET_MASK } from '../read/form-view.ts'
import { createRecordId } from './record-id.ts'
import { allowedInput, storedColumns, writableFields, zeroCharacters } from './row-input.ts'
import { childMark, isRoot, rootValue } from './tree-rows.ts'
import type { WriterParts } from './writer-parts.ts'

/** A row of a request, ready to be stored. */
export interface Prepared {
  view: FormView
  /** Where a sub row stands in its save; empty for a main record. */
  place: Pick<RowError, 'subTable' | 'row'>
  id: string
  row: Row
  stored: Row | null
  /** What a new record begins with; the stored record otherwise. */
  before: Row
  /** Fields with a calculated first value for which a new record brought none. */
  open: ReadonlySet<string>
  /** What its rules see besides the row. */
  context: RuleContext
  /** The row is what it was once before: what it names then was its own. */
  restored?: true
}

/** The main record and the sub rows of a save, for the rules of a row. */
export type Around = Pick<RuleContext, 'main' | 'rows'>

const NOTHING_OPEN: ReadonlySet<string> = new Set()

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

/** Values as a save would store them, before any rule. */
export function normalised(form: CompiledForm, values: Row): Row {
  return validatorOf(form).normalise(keptValues(form, values))
}

/** A new record out of what a user sent; `foreignKey` ties a sub row to its main record. What rules calculate is never taken from it. */
export function prepareInsert(
  { documents, now }: Parts,
  session: Session,
  view: FormView,
  body: Row,
  around: Around,
  foreignKey?: { name: string; value: unknown },
): Prepared {
  const { form } = view
  const foreignKeys = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
  const input = keptValues(
    form,
    allowedInput(body, writableFields(session, view, { inserting: true, foreignKeys })),
  )
  const initial = initialRow(form, sessionUser(session), now())
  const row: Row = { ...initial, ...input }
  if (foreignKey) row[foreignKey.name] = foreignKey.value
  // Fields that the document's rules close for this row: what was sent for them does not count.
  const context: RuleContext = { ...around, variables: sessionVariables(session, now()) }
  const open = new Set(calculatedDefaults(form).filter((name) => !Object.hasOwn(input, name)))
  const seen = calculate(form, validatorOf(form).normalise(row), context, { untouched: open })
  const states = fieldStates(form, seen, context)
  for (const name of [...states.readonly, ...states.hidden]) row[name] = initial[name] ?? null
  if (form.tree && isRoot(form, row[form.tree.parent])) row[form.tree.parent] = rootValue(form)
  if (form.tree && childMark(form)) row[form.tree.hasChild] = '0'
  const normal = calculate(form, validatorOf(form).normalise(row), context, { untouched: open })
  const before = foreignKey ? { ...initial, [foreignKey.name]: foreignKey.value } : initial
  const id = createRecordId()
  // Sub rows hang on it before the record is stored.
  return { view, place: {}, id, row: { ...normal, id }, stored: null, before, open, context }
}

/** A stored record with what a user may change of it. */
export function prepareUpdate(
  { documents, now }: Parts,
  session: Session,
  view: FormView,
  stored: Row,
  body: Row,
  around: Around,
): Prepared {
  const { form } = view
  const foreignKeys = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
  const fields = writableFields(session, view, { inserting: false, foreignKeys })
  const row: Row = { ...stored, ...validatorOf(form).normalise(keptValues(form, allowedInput(body, fields))) }
  for (const name of view.secrets) if (row[name] === SECRET_MASK) row[name] = stored[name] ?? null
  const context: RuleContext = { ...around, variables: sessionVariables(session, now()) }
  const states = fieldStates(form, calculate(form, row, context), context)
  for (const name of [...states.readonly, ...states.hidden]) row[name] = stored[name] ?? null
  if (form.tree && isRoot(form, row[form.tree.parent])) row[form.tree.parent] = rootValue(form)
  const id = String(stored.id)
  return {
    view,
    place: {},
    id,
    row: calculate(form, row, context),
    stored,
    before: stored,
    open: NOTHING_OPEN,
    context,
  }
}

/** A row with values that the server sets itself, whether or not the caller may change them; `stored` is null for a new record. */
export function prepareOwn(
  { now }: Parts,
  session: Session,
  view: FormView,
  stored: Row | null,
  values: Row,
  around: Around,
): Prepared {
  const { form } = view
  const known = new Set(storedColumns(form))
  const unknown = Object.keys(values).find((name) => !known.has(name))
  if (unknown !== undefined) throw new Error(`form ${form.code} has no stored field ${unknown}`)
  const before = stored ?? initialRow(form, sessionUser(session), now())
  const row: Row = { ...before, ...validatorOf(form).normalise(keptValues(form, values)) }
  if (form.tree && isRoot(form, row[form.tree.parent])) row[form.tree.parent] = rootValue(form)
  if (form.tree && stored === null && childMark(form)) row[form.tree.hasChild] = '0'
  const id = stored === null ? createRecordId() : String(stored.id)
  const context: RuleContext = { ...around, variables: sessionVariables(session, now()) }
  const open =
    stored === null
      ? new Set(calculatedDefaults(form).filter((name) => !Object.hasOwn(values, name)))
      : NOTHING_OPEN
  const calculated = calculate(form, row, context, { untouched: open })
  return { view, place: {}, id, row: { ...calculated, id }, stored, before, open, context }
}

/** What is wrong with a row, as far as it can be told without the database. */
export function checkRow({ view, row, place, context }: Prepared): RowError[] {
  const { form } = view
  const given = new Set(
    form.fields
      .filter(({ property }) => property.defaultFrom && 'fillRule' in property.defaultFrom)
      .map(({ name }) => name),
  )
  const errors = [...zeroCharacters(row, form), ...validatorOf(form).validate(row, context)]
  // A user cannot correct hidden fields, and values that the server sets are set later.
  return errors
    .filter((error) => !view.hidden.has(error.field) && !given.has(error.field))
    .map((error) => ({ ...error, ...place }))
}

/** True when a value of the document's own columns differs from the stored one. */
export function isChanged({ view, row, stored }: Prepared, besides?: string): boolean {
  return storedColumns(view.form).some((name) => name !== besides && !isSame(stored?.[name], row[name]))
}

/** Compares values as the wire writes them; nothing is nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === null || a === undefined) return b === null || b === undefined
  return b !== null && b !== undefined && String(a) === String(b)
}
