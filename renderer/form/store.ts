import type { CompiledForm, Field, Row, RowError } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { type Explanation, explainRules } from '#schemas/compile/rules/explain.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import { furtherLevels } from '#schemas/widget/named-fields.ts'
import { changedAndClosed, differs } from '../model/changed-and-closed.ts'
import { createFieldListeners } from './field-listeners.ts'
import { createFormRules, type Offered } from './form-rules.ts'

/** One field as it stands now. A new object whenever something of it changes, and only then. */
export interface FieldSnapshot {
  /** Stored form. */
  value: unknown
  error: string | null
  hidden: boolean
  required: boolean
  readOnly: boolean
  /** Choices that the rules leave; null where they leave all. A new one whenever they may differ. */
  offered: Offered | null
  /** Grows when a field that this one depends on changes. */
  turn: number
}

export interface FormStoreOptions {
  variables?: RuleContext['variables']
  /** What the rules see of a main record, for the form of its one sub row; asked again after `contextChanged`. */
  main?: () => RuleContext['main']
  /** The rows of sub tables, for the rules of a main record. */
  rows?: RuleContext['rows']
  /** Fields of a new record whose values were entered before: their first values are not calculated. */
  entered?: ReadonlySet<string>
  /** Fields that this user sees but may not change. */
  readOnlyFields?: readonly string[]
}

/**
 * Values, errors and states of a form's fields, outside React: every field subscribes to its own snapshot, so that a
 * keystroke renders one field.
 */
export interface FormStore {
  readonly form: CompiledForm
  /** The same form with its texts in another language: values stay, and what is wrong is said in it. */
  translate(form: CompiledForm): void
  row(): Row
  snapshot(name: string): FieldSnapshot
  subscribe(name: string, listener: () => void): () => void
  /** Told of every change of a value or error. */
  subscribeAll(listener: () => void): () => void
  /** Sets a value (stored form) and, with it, siblings of the same record. */
  set(name: string, value: unknown, alsoSet?: Row): void
  /** Looks at a field again, once its user has left it. */
  check(name: string): void
  /** Looks at all fields, or at these only; marks and answers what is wrong, in the order of the form. */
  validate(only?: ReadonlySet<string>): RowError[]
  setError(name: string, message: string | null): void
  /** Main record or sub rows changed: `x`, `main.x` or codes of sub tables (see `changeKey`); what reads them follows. */
  contextChanged(changed: ReadonlySet<string>): void
  /** Errors by field, as marked now. */
  errors(): ReadonlyMap<string, string>
  /** Why its fields are as they are now, rule by rule. */
  explain(): readonly Explanation[]
  /** The field that shows the errors of a field: the one that draws it as a further level, else the field itself. */
  placeOf(name: string): string
  isDirty(): boolean
  /** Fields that were changed and then closed by a rule: a save keeps what was stored in them. */
  changedAndClosed(): readonly Field[]
  /** True where a rule gave the value: it was not entered. */
  isCalculated(name: string): boolean
  /** Fields that the user's rights take away: neither shown nor judged; their values stay what they are. */
  takeAway(names: ReadonlySet<string>): void
  /**
   * Takes values that others have saved for fields that are as they were read, as if they had been read so; answers whether that was possible
   * with all.
   */
  receive(row: Row): boolean
  /** Begins anew with another record: nothing is dirty, nothing wrong. */
  reset(row: Row): void
}

/** A store over a compiled form and the record to begin with. */
export function createFormStore(made: CompiledForm, initial: Row, options: FormStoreOptions = {}): FormStore {
  let form = made
  let validator = createRowValidator(form)
  const fixed = new Set(options.readOnlyFields ?? [])
  let fields = byName(form)
  const dependents = dependencies(form)
  const listeners = createFieldListeners()
  const context = () => contextOf(options)
  const rules = createFormRules(() => form, context)
  let row: Row = rules.begin({ ...initial }, options.entered ?? new Set())
  let begun: Row = row
  const errors = new Map<string, string>()
  let taken: ReadonlySet<string> = new Set()
  const turns = new Map<string, number>()
  const snapshots = new Map<string, FieldSnapshot>()

  function make(name: string): FieldSnapshot {
    const field = fields.get(name)
    return {
      value: Object.hasOwn(row, name) ? row[name] : null,
      error: errors.get(name) ?? (field ? errorBelow(field, errors, placeOf) : null),
      hidden: rules.states().hidden.has(name) || taken.has(name),
      required: (field?.required ?? false) || rules.states().required.has(name),
      readOnly: (field?.readOnly ?? false) || fixed.has(name) || rules.states().readonly.has(name),
      offered: field ? rules.offered(field) : null,
      turn: turns.get(name) ?? 0,
    }
  }

  const wrongWith = (name: string) => validator.validateField(name, row[name] ?? null, row, context())
  const mark = (name: string, message: string | null) =>
    message === null ? errors.delete(name) : errors.set(name, message)

  function placeOf(name: string): string {
    if (fields.get(name)?.inForm) return name
    return dependents.get(name)?.find((first) => fields.get(first)?.inForm) ?? name
  }

  function snapshot(name: string): FieldSnapshot {
    const known = snapshots.get(name) ?? make(name)
    snapshots.set(name, known)
    return known
  }

  function refresh(names: Iterable<string>): void {
    const changed: string[] = []
    for (const name of new Set([...names].flatMap((one) => [one, placeOf(one)]))) {
      const before = snapshots.get(name)
      const after = make(name)
      if (before && same(before, after)) continue
      snapshots.set(name, after)
      changed.push(name)
    }
    listeners.tell(changed)
  }

  /** Lets follow what rules make of a change; only what differs is looked at. */
  function applyRules(changed: ReadonlySet<string>, touched: readonly string[]): void {
    const names = new Set(touched)
    const outcome = rules.change(row, changed)
    row = outcome.row
    for (const name of outcome.calculated) {
      names.add(name)
      if (errors.has(name)) mark(name, wrongWith(name))
    }
    for (const name of outcome.states) names.add(name)
    // What is no longer asked for is no longer wrong.
    for (const name of outcome.states) if (!touched.includes(name)) errors.delete(name)
    for (const name of outcome.offers) names.add(name)
    // A check over several fields is told where its message belongs, as soon as it was told there once.
    for (const name of outcome.messages) {
      names.add(name)
      if (errors.has(name)) mark(name, wrongWith(name))
    }
    turnDependents(names, dependents, turns)
    refresh(names)
  }

  return {
    get form() {
      return form
    },
    translate(next) {
      form = next
      validator = createRowValidator(form)
      fields = byName(form)
      // What the server refused keeps the words of its answer.
      for (const [name, said] of errors) errors.set(name, wrongWith(name) ?? said)
      refresh(errors.keys())
    },
    row: () => row,
    snapshot,
    subscribe: listeners.subscribe,
    subscribeAll: listeners.subscribeAll,
    set(name, value, alsoSet = {}) {
      row = { ...row, [name]: value, ...alsoSet }
      const touched = [name, ...Object.keys(alsoSet)]
      rules.touch(touched)
      // A marked field is looked at again while it is mended; an unmarked one when it is left.
      for (const one of touched) if (errors.has(one)) mark(one, wrongWith(one))
      applyRules(new Set(touched), touched)
    },
    contextChanged: (changed) => applyRules(changed, []),
    check(name) {
      if (rules.states().hidden.has(name) || taken.has(name)) return
      const message = wrongWith(name)
      // An empty required field is told of when the form is saved, not when it is passed by; once told, it stays told.
      if (message === null || String(row[name] ?? '') !== '' || errors.has(name)) mark(name, message)
      const others = rules.messagesAbout(name).filter((other) => !taken.has(other))
      for (const other of others) if (rules.problem(other) !== null) mark(other, rules.problem(other))
      refresh([name, ...others])
    },
    validate(only) {
      const isMeant = (name: string) => only?.has(placeOf(name)) ?? true
      const isJudged = (name: string) =>
        fields.get(placeOf(name))?.inForm && !taken.has(name) && isMeant(name)
      const found = validator.validate(row, context()).filter(({ field }) => isJudged(field))
      const marked = [...errors.keys()].filter((name) => isMeant(name) && errors.delete(name))
      for (const { field, message } of found) mark(field, message)
      refresh([...marked, ...errors.keys()])
      return found
    },
    setError(name, message) {
      mark(name, message)
      refresh([name])
    },
    errors: () => new Map(errors),
    explain: () => explainRules(form, row, context()),
    placeOf,
    isDirty: () => Object.keys({ ...row, ...begun }).some((name) => differs(row[name], begun[name])),
    changedAndClosed: () => changedAndClosed(form, rules.states(), taken, row, begun),
    isCalculated: rules.isCalculated,
    takeAway(names) {
      const touched = [...taken, ...names].filter((name) => fields.has(name))
      taken = names
      // What is no longer seen cannot be mended.
      for (const name of names) errors.delete(name)
      refresh(touched)
    },
    receive(next) {
      const { values, isWhole } = untouchedValues(next, row, begun)
      begun = { ...begun, ...values }
      row = { ...row, ...values }
      applyRules(new Set(Object.keys(values)), Object.keys(values))
      return isWhole
    },
    reset(next) {
      row = rules.begin({ ...next }, new Set())
      begun = row
      errors.clear()
      refresh(fields.keys())
    },
  }
}

function contextOf({ variables, main, rows }: FormStoreOptions): RuleContext {
  return { variables, main: main?.() ?? null, rows }
}

/** Adds the fields that depend on these, whose turn it is now. */
function turnDependents(
  names: Set<string>,
  dependents: ReadonlyMap<string, readonly string[]>,
  turns: Map<string, number>,
): void {
  for (const name of names)
    for (const other of dependents.get(name) ?? []) {
      turns.set(other, (turns.get(other) ?? 0) + 1)
      names.add(other)
    }
}

/** The new values of fields that nobody has touched here; `isWhole` where no other has another value. */
function untouchedValues(next: Row, row: Row, begun: Row): { values: Row; isWhole: boolean } {
  const others = Object.keys(next).filter((name) => differs(next[name], begun[name]))
  const isRefused = (name: string) => differs(row[name], begun[name]) && differs(row[name], next[name])
  const refused = new Set(others.filter(isRefused))
  // The text of a value goes with it.
  const taken = others.filter((name) => !refused.has(name) && !refused.has(name.replace(/_dictText$/, '')))
  return {
    values: Object.fromEntries(taken.map((name) => [name, next[name]])),
    isWhole: refused.size === 0,
  }
}

/** The error of a further level that the field draws. */
function errorBelow(
  field: Field,
  errors: ReadonlyMap<string, string>,
  placeOf: (name: string) => string,
): string | null {
  const wrong = furtherLevels(field).find((level) => errors.has(level) && placeOf(level) === field.name)
  return wrong === undefined ? null : (errors.get(wrong) ?? null)
}

function byName(form: CompiledForm): ReadonlyMap<string, Field> {
  return new Map(form.fields.map((field) => [field.name, field]))
}

function same(left: FieldSnapshot, right: FieldSnapshot): boolean {
  return (
    Object.is(left.value, right.value) &&
    left.error === right.error &&
    left.hidden === right.hidden &&
    left.required === right.required &&
    left.readOnly === right.readOnly &&
    left.offered === right.offered &&
    left.turn === right.turn
  )
}

/** Which fields must be drawn again when another changes: those whose widget reads siblings of the record. */
function dependencies(form: CompiledForm): Map<string, string[]> {
  const dependents = new Map<string, string[]>()
  for (const field of form.fields)
    for (const name of furtherLevels(field))
      dependents.set(name, [...(dependents.get(name) ?? []), field.name])
  return dependents
}
