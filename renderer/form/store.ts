import { fieldStates } from '#schemas/compile/field-states.ts'
import type { Variables } from '#schemas/compile/form-variables.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { furtherLevels } from '#schemas/widget/named-fields.ts'

/** One field as it stands now. A new object whenever something of it changes, and only then. */
export interface FieldSnapshot {
  /** Stored form. */
  value: unknown
  error: string | null
  hidden: boolean
  required: boolean
  readOnly: boolean
  /** Grows when a field that this one depends on changes. */
  turn: number
}

export interface FormStoreOptions {
  variables?: Variables
  /** Fields that this user sees but may not change. */
  readOnlyFields?: readonly string[]
}

/**
 * Values, errors and states of a form's fields, outside React: every field subscribes to its own snapshot, so that a
 * keystroke renders one field.
 */
export interface FormStore {
  readonly form: CompiledForm
  row(): Row
  snapshot(name: string): FieldSnapshot
  subscribe(name: string, listener: () => void): () => void
  /** Told of every change of a value or error. */
  subscribeAll(listener: () => void): () => void
  /** Sets a value (stored form) and, with it, siblings of the same record. */
  set(name: string, value: unknown, alsoSet?: Row): void
  /** Looks at a field again, once its user has left it. */
  check(name: string): void
  /** Looks at all fields; marks and answers what is wrong, in the order of the form. */
  validate(): RowError[]
  setError(name: string, message: string | null): void
  /** Errors by field, as marked now. */
  errors(): ReadonlyMap<string, string>
  isDirty(): boolean
  /** Fields that the user's rights take away: neither shown nor judged; their values stay what they are. */
  takeAway(names: ReadonlySet<string>): void
  /** Begins anew with another record: nothing is dirty, nothing wrong. */
  reset(row: Row): void
}

/** A store over a compiled form and the record to begin with. */
export function createFormStore(form: CompiledForm, initial: Row, options: FormStoreOptions = {}): FormStore {
  const validator = createRowValidator(form)
  const fixed = new Set(options.readOnlyFields ?? [])
  const fields = new Map(form.fields.map((field) => [field.name, field]))
  const dependents = dependencies(form)
  const listeners = new Map<string, Set<() => void>>()
  const everybody = new Set<() => void>()
  let row: Row = { ...initial }
  let begun: Row = row
  let states = fieldStates(form, row, options.variables)
  const errors = new Map<string, string>()
  let taken: ReadonlySet<string> = new Set()
  const turns = new Map<string, number>()
  const snapshots = new Map<string, FieldSnapshot>()

  function make(name: string): FieldSnapshot {
    const field = fields.get(name)
    return {
      value: Object.hasOwn(row, name) ? row[name] : null,
      error: errors.get(name) ?? null,
      hidden: states.hidden.has(name) || taken.has(name),
      required: (field?.required ?? false) || states.required.has(name),
      readOnly: (field?.readOnly ?? false) || fixed.has(name) || states.readonly.has(name),
      turn: turns.get(name) ?? 0,
    }
  }

  function snapshot(name: string): FieldSnapshot {
    const known = snapshots.get(name)
    if (known) return known
    const fresh = make(name)
    snapshots.set(name, fresh)
    return fresh
  }

  function refresh(names: Iterable<string>): void {
    const changed: string[] = []
    for (const name of new Set(names)) {
      const before = snapshots.get(name)
      const after = make(name)
      if (before && same(before, after)) continue
      snapshots.set(name, after)
      changed.push(name)
    }
    for (const name of changed) for (const listener of listeners.get(name) ?? []) listener()
    if (changed.length > 0) for (const listener of everybody) listener()
  }

  /** Rules may have changed other fields' states: only those are looked at that differ. */
  function applyRules(touched: readonly string[]): void {
    const names = new Set(touched)
    if (form.rules.length > 0) {
      const next = fieldStates(form, row, options.variables)
      for (const kind of ['hidden', 'required', 'readonly'] as const) {
        for (const name of next[kind]) if (!states[kind].has(name)) names.add(name)
        for (const name of states[kind]) if (!next[kind].has(name)) names.add(name)
      }
      states = next
      // What is no longer asked for is no longer wrong.
      for (const name of names) if (!touched.includes(name)) errors.delete(name)
    }
    for (const name of touched)
      for (const other of dependents.get(name) ?? []) {
        turns.set(other, (turns.get(other) ?? 0) + 1)
        names.add(other)
      }
    refresh(names)
  }

  return {
    form,
    row: () => row,
    snapshot,
    subscribe(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    subscribeAll(listener) {
      everybody.add(listener)
      return () => everybody.delete(listener)
    },
    set(name, value, alsoSet = {}) {
      row = { ...row, [name]: value, ...alsoSet }
      const touched = [name, ...Object.keys(alsoSet)]
      // A marked field is looked at again while it is mended; an unmarked one when it is left.
      for (const one of touched) {
        if (!errors.has(one)) continue
        const message = validator.validateField(one, row[one], row, { variables: options.variables })
        if (message === null) errors.delete(one)
        else errors.set(one, message)
      }
      applyRules(touched)
    },
    check(name) {
      if (states.hidden.has(name) || taken.has(name)) return
      const message = validator.validateField(name, row[name] ?? null, row, { variables: options.variables })
      // An empty required field is told of when the form is saved, not when it is passed by; once told, it stays told.
      const empty = row[name] === null || row[name] === undefined || row[name] === ''
      if (message === null) errors.delete(name)
      else if (!empty || errors.has(name)) errors.set(name, message)
      refresh([name])
    },
    validate() {
      const found = validator
        .validate(row, { variables: options.variables })
        .filter(({ field }) => fields.get(field)?.inForm && !taken.has(field))
      const before = [...errors.keys()]
      errors.clear()
      for (const { field, message } of found) errors.set(field, message)
      refresh([...before, ...errors.keys()])
      return found
    },
    setError(name, message) {
      if (message === null) errors.delete(name)
      else errors.set(name, message)
      refresh([name])
    },
    errors: () => new Map(errors),
    isDirty: () => Object.keys({ ...row, ...begun }).some((name) => differs(row[name], begun[name])),
    takeAway(names) {
      const touched = new Set([...taken, ...names])
      taken = names
      // What is no longer seen cannot be mended.
      for (const name of names) errors.delete(name)
      refresh([...touched].filter((name) => fields.has(name)))
    },
    reset(next) {
      row = { ...next }
      begun = row
      errors.clear()
      states = fieldStates(form, row, options.variables)
      refresh(fields.keys())
    },
  }
}

/** Nothing entered and nothing there are the same to a user. */
function differs(left: unknown, right: unknown): boolean {
  return String(left ?? '') !== String(right ?? '')
}

function same(left: FieldSnapshot, right: FieldSnapshot): boolean {
  return (
    Object.is(left.value, right.value) &&
    left.error === right.error &&
    left.hidden === right.hidden &&
    left.required === right.required &&
    left.readOnly === right.readOnly &&
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
