import { type FieldStates, fieldStates } from '#schemas/compile/field-states.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import type { DataClient, Option } from '../data/data-client.ts'
import { dictionaryText, parseCellText } from './cell-text.ts'
import { type GridColumn, plainText } from './columns.ts'
import { type CellChange, createGridData, type GridRow } from './grid-data.ts'
import { createGridErrors, type ErrorMap, errorList } from './grid-errors.ts'
import { createPendingTexts, type PendingCell } from './pending-texts.ts'
import type { GridContent } from './types.ts'
import { createGridView, type GridView, type ViewRow } from './view/grid-view.ts'
import type { CellInput, GridViewHost } from './view/view-host.ts'

/** A widget's field while it is open over a cell. */
export interface FieldSession {
  row: number
  column: GridColumn
  /** The row as it was when the field was opened. */
  values: Readonly<Row>
  /** What has been chosen so far, stored form: the cell itself and what it fills along. */
  draft: Map<string, unknown>
  /** What was typed into the input of a picker since the last choice: it is read when the field is closed. */
  typed: string | null
}

/** What React draws around the grid. */
export interface GridState {
  rowCount: number
  checkedCount: number
  errors: readonly RowError[]
  selectedRow: number | null
  session: FieldSession | null
  /** Stored values whose texts are not known yet, by column. */
  textless: ReadonlyMap<string, readonly string[]>
}

export interface GridEvents {
  onChange?(content: GridContent): void
  onErrorCount?(count: number): void
}

export interface ControllerOptions {
  form: CompiledForm
  columns: readonly GridColumn[]
  client: DataClient
  rows: readonly Row[]
  minRows: number
  title: string
  createRow(): Row
  events(): GridEvents
  /** Runs a state change at once, so that a key that opens a field still reaches it. */
  now(change: () => void): void
}

/** Joins data, errors and view of one grid. */
export type GridController = ReturnType<typeof createGridController>

/** Builds a grid that has no element yet: `mount` gives it one. */
export function createGridController(options: ControllerOptions) {
  const { form, columns } = options
  let disabled = false
  const validator = createRowValidator(form)
  const data = createGridData(options.rows, options.createRow)
  const errors = createGridErrors(columns, validator)
  const checked = new Set<string>()
  const choices = new Map<string, readonly Option[]>()
  const texts = new Map<string, Map<string, string>>()
  /** Texts of a column that are no values, or not known to be: copied on, they have to be read again. */
  const unread = new Map<string, Set<unknown>>()
  const viewRows = new WeakMap<GridRow, ViewRow>()
  /** Added rows; one that is changed is another object. */
  const blank = new WeakSet<GridRow>()
  const ruleStates = new WeakMap<Readonly<Row>, FieldStates>()
  const listeners = new Set<() => void>()
  let view: GridView | null = null
  /** Columns that the user's rights leave. */
  let shown: readonly GridColumn[] = columns
  let mayAdd = true
  let mayRemove = true
  let found: ErrorMap = new Map()
  let pressedInside = false
  let state: GridState = {
    rowCount: 0,
    checkedCount: 0,
    errors: [],
    selectedRow: null,
    session: null,
    textless: new Map(),
  }

  const set = (change: Partial<GridState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const rowAt = (index: number): GridRow | undefined => data.rows()[index]
  const statesOf = (values: Readonly<Row>): FieldStates => {
    let states = ruleStates.get(values)
    if (!states) {
      states = fieldStates(form, values)
      ruleStates.set(values, states)
    }
    return states
  }
  const viewRow = (row: GridRow): ViewRow => {
    let known = viewRows.get(row)
    if (!known) {
      // Own properties only: a column may be called `constructor`.
      known = Object.fromEntries(columns.map(({ name }) => [name, row.values[name] ?? null]))
      viewRows.set(row, known)
    }
    return known
  }
  const textsOf = (name: string): Map<string, string> => {
    const known = texts.get(name) ?? new Map<string, string>()
    texts.set(name, known)
    return known
  }

  const takeRowTexts = (rows: readonly Readonly<Row>[]): void => {
    for (const { name } of columns) {
      const known = textsOf(name)
      for (const row of rows) {
        const text = row[`${name}_dictText`]
        if (typeof text === 'string' && text !== '') known.set(plainText(row[name]), text)
      }
    }
  }

  const textless = (): Map<string, readonly string[]> => {
    const result = new Map<string, readonly string[]>()
    for (const column of columns) {
      if (!column.labels && !column.loadTexts) continue
      const known = textsOf(column.name)
      const missing = new Set<string>()
      const texts_ = unread.get(column.name)
      for (const { values } of data.rows()) {
        const value = values[column.name]
        // A text that was typed is looked up as one; as a value nobody knows it.
        if (texts_?.has(value) || dictionaryText(value, known) !== null) continue
        for (const part of plainText(values[column.name]).split(','))
          if (part !== '' && !known.has(part)) missing.add(part)
      }
      if (missing.size > 0) result.set(column.name, [...missing])
    }
    return result
  }

  const judge = (): void => {
    const before = state.errors.length
    found = errors.check(data.rows())
    const list = errorList(data.rows(), shown, found, form.code)
    set({ errors: list })
    if (list.length !== before) options.events().onErrorCount?.(list.length)
  }
  /** Brings everything that is drawn in line with the data. */
  const refresh = (): void => {
    const rows = data.rows()
    const present = new Set(rows.map(({ key }) => key))
    for (const key of checked) if (!present.has(key)) checked.delete(key)
    judge()
    set({ rowCount: rows.length, checkedCount: checked.size, textless: textless() })
    view?.show(rows.map(viewRow))
  }
  /** What is to be saved. A text that nobody has read yet is no value: its cell still holds what it held before. */
  const contentOf = (): GridContent => {
    const content = data.read()
    if (!pending.any()) return content
    const keys = data.rows().map(({ key }) => key)
    return { ...content, rows: content.rows.map((row, at) => pending.without(keys[at] ?? '', row)) }
  }
  const changed = (): void => {
    refresh()
    options.events().onChange?.(contentOf())
  }

  const apply = (changes: readonly CellChange[]): void => {
    const keys = data.edit(changes)
    if (keys.length === 0) {
      view?.repaint()
      return
    }
    for (const { row, name } of changes) {
      const key = rowAt(row)?.key
      if (key) errors.touch(key, [name])
    }
    changed()
  }

  const noteUnread = (name: string, text: string): void => {
    unread.set(name, (unread.get(name) ?? new Set()).add(text))
  }

  const pending = createPendingTexts(options.client, {
    settled(answers) {
      let differs = false
      for (const { cell, meaning } of answers) {
        const { key, column, text, given, before } = cell
        errors.release(key, column.name, text)
        if ('refused' in meaning) {
          errors.refuse(key, column.name, text, meaning.refused)
          continue
        }
        if (meaning.text !== '') textsOf(column.name).set(plainText(meaning.value), meaning.text)
        unread.get(column.name)?.delete(text)
        // A sibling is not emptied when its own text came along with this one, nor when nothing is new.
        const isNew = plainText(meaning.value) !== plainText(before)
        const fill = Object.fromEntries(
          Object.entries(meaning.alsoSet).filter(
            ([name, value]) => value !== null || (isNew && !given.has(name)),
          ),
        )
        differs = data.settle(key, column.name, text, meaning.value, fill) || differs
        errors.touch(key, Object.keys(fill))
      }
      if (differs) changed()
      else refresh()
    },
    failed(cells, reason) {
      for (const { key, column, text } of cells)
        errors.refuse(key, column.name, text, `${column.title}「${text}」没有核对成功：${reason}`)
      judge()
      view?.repaint()
    },
  })

  const takeInputs = (inputs: readonly CellInput[]): void => {
    const refused: { row: number; name: string; message: string }[] = []
    const toAsk: { row: number; column: GridColumn; text: string; before: unknown }[] = []
    const given = new Map<number, Set<string>>()
    for (const { row, column } of inputs) given.set(row, (given.get(row) ?? new Set()).add(column.name))
    const changes = inputs.map((input): CellChange => {
      const { row, column } = input
      const { name } = column
      const text =
        'text' in input
          ? input.text
          : typeof input.value === 'string' && unread.get(name)?.has(input.value)
            ? input.value
            : null
      if (text === null) return { row, name, value: 'value' in input ? input.value : null }
      if (column.resolve && text.trim() !== '') {
        noteUnread(name, text)
        toAsk.push({ row, column, text, before: rowAt(row)?.values[name] ?? null })
        return { row, name, value: text }
      }
      const parsed = parseCellText(column, text, choices.get(name) ?? null)
      if ('refused' in parsed) {
        noteUnread(name, parsed.value)
        refused.push({ row, name, message: parsed.refused })
      }
      return { row, name, value: parsed.value }
    })
    apply(changes)
    for (const { row, name, message } of refused) {
      const target = rowAt(row)
      if (target) errors.impose(target, name, message)
    }
    const cells = toAsk.flatMap(({ row, ...cell }): PendingCell[] => {
      const key = rowAt(row)?.key
      return key === undefined ? [] : [{ ...cell, key, given: given.get(row) ?? new Set() }]
    })
    if (cells.length > 0) pending.ask(cells)
    if (refused.length > 0) {
      judge()
      view?.repaint()
    }
  }

  const insert = (at: number): void => {
    if (disabled) return
    for (const row of data.insert(at)) blank.add(row)
    changed()
    view?.select(at, 0)
    view?.reveal(at)
  }
  const remove = (keys: readonly string[]): void => {
    if (data.remove(keys) > 0) changed()
  }
  const step = (back: boolean): void => {
    if (!disabled && (back ? data.undo() : data.redo())) changed()
  }
  const check = (change: () => void): void => {
    change()
    set({ checkedCount: checked.size })
    view?.repaint()
  }

  const host: GridViewHost = {
    columns: () => shown,
    get disabled() {
      return disabled
    },
    mayAdd: () => mayAdd,
    mayRemove: () => mayRemove,
    mayAppend() {
      const last = data.rows().at(-1)
      return !disabled && mayAdd && !(last && blank.has(last))
    },
    textOf: (column, stored) => dictionaryText(stored, textsOf(column.name)),
    errorOf: (row, name) => found.get(rowAt(row)?.key ?? '')?.get(name) ?? null,
    isReadOnly(row, column) {
      if (disabled || column.readOnly) return true
      const values = rowAt(row)?.values
      if (!values) return false
      const states = statesOf(values)
      return states.readonly.has(column.name) || states.hidden.has(column.name)
    },
    isHidden(row, column) {
      const values = rowAt(row)?.values
      return values !== undefined && statesOf(values).hidden.has(column.name)
    },
    isNewRow: (row) => rowAt(row)?.isNew === true,
    isChecked: (row) => checked.has(rowAt(row)?.key ?? ''),
    allChecked: () => (checked.size === 0 ? 'none' : checked.size === data.rows().length ? 'all' : 'some'),
    onCheck: (row, on) =>
      check(() => {
        const key = rowAt(row)?.key
        if (!key) return
        if (on) checked.add(key)
        else checked.delete(key)
      }),
    onCheckAll: (on) =>
      check(() => {
        checked.clear()
        if (on) for (const { key } of data.rows()) checked.add(key)
      }),
    onInput: takeInputs,
    onInsert: insert,
    // Rows chosen in the menu become the ticked ones, so that the question and the outcome speak of what is seen.
    onRemove(from, to) {
      check(() => {
        checked.clear()
        for (const { key } of data.rows().slice(from, to + 1)) checked.add(key)
      })
      removeAsked()
    },
    onUndo: () => step(true),
    onRedo: () => step(false),
    onSelect: (selectedRow) => {
      if (selectedRow !== state.selectedRow) set({ selectedRow })
    },
    openField(row, column) {
      const target = rowAt(row)
      if (!target) return
      pressedInside = false
      options.now(() =>
        set({ session: { row, column, values: target.values, draft: new Map(), typed: null } }),
      )
    },
    closeField(keep) {
      if (pressedInside) return false
      const { session } = state
      if (!session) return true
      set({ session: null })
      if (keep && session.typed !== null)
        takeInputs([{ row: session.row, column: session.column, text: session.typed }])
      else if (keep && session.draft.size > 0)
        apply([...session.draft].map(([name, value]) => ({ row: session.row, name, value })))
      return true
    },
  }

  let removeAsked: () => void = () => {}

  const commit = (): void => {
    pressedInside = false
    view?.commit()
  }

  takeRowTexts(options.rows)
  refresh()

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    columns: () => shown,
    choicesOf: (name: string) => choices.get(name) ?? null,
    mount(element: HTMLElement, licenseKey: string): () => void {
      const created = createGridView(element, host, licenseKey)
      view = created
      created.show(data.rows().map(viewRow))
      return () => {
        view = null
        created.destroy()
      }
    },
    view: () => view,
    /** Locks the grid or unlocks it, for the next `mount`; rows, their history and what is marked stay. */
    setDisabled(next: boolean): void {
      if (next === disabled) return
      commit()
      set({ session: null, selectedRow: null })
      disabled = next
    },
    /** Takes columns and buttons away, or gives them back; rows, their history and what is marked stay. */
    takeAway(names: ReadonlySet<string>): void {
      const left = columns.filter(({ name }) => !names.has(name))
      mayAdd = !names.has('add')
      mayRemove = !names.has('remove')
      if (left.length === shown.length && left.every((column, at) => column === shown[at])) return
      commit()
      shown = left
      judge()
      view?.relayout()
    },
    onRemoveAsked(listener: () => void): void {
      removeAsked = listener
    },
    add: () => insert(data.rows().length),
    insertBelow: () => insert(state.selectedRow === null ? data.rows().length : state.selectedRow + 1),
    removeChecked: () => remove([...checked]),
    undo: () => step(true),
    redo: () => step(false),
    setChoices(name: string, options_: readonly Option[]): void {
      choices.set(name, options_)
      const known = textsOf(name)
      for (const { value, text } of options_) known.set(String(value), text)
      view?.repaint()
    },
    setLabels(name: string, labels: ReadonlyMap<string, string>, asked: readonly string[]): void {
      const known = textsOf(name)
      for (const [value, text] of labels) if (text !== '') known.set(value, text)
      // A value that nobody knows speaks for itself and is not asked for again.
      for (const value of asked) if (!known.has(value)) known.set(value, value)
      set({ textless: textless() })
      view?.repaint()
    },
    /** Where the pointer went down: inside of an open field (its drop-downs and dialogs included) or elsewhere. */
    setPressedInside(inside: boolean): void {
      pressedInside = inside
    },
    endField(keep: boolean, move: 'stay' | 'down' | 'right' | 'left'): void {
      const { session } = state
      if (!session) return
      pressedInside = false
      if (keep) view?.commit()
      else view?.cancel()
      view?.leave(session.row, session.column ? shown.indexOf(session.column) : 0, move)
    },
    /** Goes on from the cell of a field that has ended. */
    moveFrom({ row, column }: FieldSession, move: 'right' | 'left'): void {
      view?.leave(row, shown.indexOf(column), move)
    },
    reset(rows: readonly Row[]): void {
      commit()
      data.reset(rows)
      errors.forget()
      pending.forget()
      checked.clear()
      takeRowTexts(rows)
      refresh()
    },
    impose(refusals: readonly RowError[]): void {
      for (const { row, field, message } of refusals) {
        const target = row === undefined ? undefined : rowAt(row)
        if (target) errors.impose(target, field, message)
      }
      judge()
      view?.repaint()
    },
    read(): GridContent {
      commit()
      return contentOf()
    },
    async validate(): Promise<RowError[]> {
      commit()
      await pending.settle()
      // What was typed meanwhile is part of what is judged.
      commit()
      await pending.settle()
      errors.touchAll(data.rows())
      judge()
      view?.repaint()
      const few = data.rows().length < options.minRows
      return few
        ? [
            { field: '', message: `${options.title}至少需要 ${options.minRows} 行`, subTable: form.code },
            ...state.errors,
          ]
        : [...state.errors]
    },
    focus(error: RowError): void {
      const column = shown.findIndex(({ name }) => name === error.field)
      if (data.rows().length > 0) view?.select(error.row ?? 0, Math.max(0, column))
    },
  }
}
