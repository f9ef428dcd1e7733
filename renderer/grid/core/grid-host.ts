import { type FieldStates, fieldStates } from '#schemas/compile/field-states.ts'
import type { Row } from '#schemas/compile/model.ts'
import { copiedOf } from '../../model/copy-record.ts'
import { parseCellText } from './cell-text.ts'
import type { GridColumn } from './columns.ts'
import { attempt } from './features/attempt.ts'
import { isSeveral } from './features/selection-figures.ts'
import type { GridChanges } from './grid-changes.ts'
import { foundKey } from './grid-find.ts'
import type { GridParts } from './grid-parts.ts'
import type { GridRow } from './row-source.types.ts'
import type { CellInput, GridViewHost } from './view/view-host.ts'

const NO_VALUES: Readonly<Row> = {}
const NO_STATES: FieldStates = { hidden: new Set(), required: new Set(), readonly: new Set() }
/** A cell that was left is judged after this time (ms): what leaving it has changed is there by then. */
const LEFT_CELL_MS = 100

/** What the view asks of a grid with these parts, and tells it. */
export function createGridHost(
  parts: GridParts,
  changes: GridChanges,
  lookAround: () => void,
): GridViewHost & { contextChanged(): void } {
  const { source, seen, texts, errors, selection, sessions, state } = parts
  const rowAt = (index: number): GridRow | undefined => source.rows()[seen.sourceOf(index)]
  /** Rows as the source counts them, whatever order they are seen in. */
  const inSource = (inputs: readonly CellInput[]) =>
    inputs.map((input) => ({ ...input, row: seen.sourceOf(input.row) }))
  const keyAt = (index: number): string => rowAt(index)?.key ?? ''
  let states = createRowStates(parts)
  const tick = (change: () => void): void => {
    change()
    state.set({ checkedCount: selection.count() })
    parts.view?.repaint()
  }

  const leave = (target: GridRow | undefined, column: GridColumn): void => {
    lookAround()
    if (!target) return
    setTimeout(() => {
      errors.touch(target.key, [column.name])
      changes.judge()
      parts.view?.repaint()
    }, LEFT_CELL_MS)
  }

  return {
    contextChanged() {
      states = createRowStates(parts)
    },
    ...addedRows(parts, changes),
    columns: () => parts.shown,
    get disabled() {
      return parts.disabled
    },
    mayAdd: () => parts.mayAdd,
    mayRemove: () => parts.mayRemove,
    mayAppend() {
      const last = seen.rows().at(-1)
      return !parts.disabled && parts.mayAdd && !(last && changes.isBlank(last))
    },
    numberOf: (row) => source.numberOf?.(seen.sourceOf(row)) ?? source.firstNumber() + seen.sourceOf(row),
    noteOf: (row, name) => source.noteOf?.(seen.sourceOf(row), name) ?? null,
    textOf: texts.textOf,
    learnTexts: changes.scan.finish,
    colored: ({ name }, stored) => texts.colored(name, stored),
    showPart(td, row, column) {
      const disabled = this.isReadOnly(row, column)
      parts.cellParts.show(td, { row, column, values: this.valuesOf(row), disabled })
    },
    painted: parts.cellParts.settle,
    valuesOf: (row) => rowAt(row)?.values ?? NO_VALUES,
    errorOf: (row, name) => parts.found.get(keyAt(row))?.get(name) ?? null,
    foundMark: (row, name) =>
      parts.hits.size === 0 ? null : (parts.hits.get(foundKey(keyAt(row), name)) ?? null),
    wrongWith(row, column, text) {
      const parsed = parseCellText(column, text, texts.choicesOf(column.name))
      if ('reverted' in parsed) return null
      if ('refused' in parsed) return parsed.refused
      return errors.wrongWith(rowAt(row)?.values ?? NO_VALUES, column.name, parsed.value)
    },
    onLeave: (row, column) => leave(rowAt(row), column),
    isReadOnly(row, column) {
      if (parts.disabled || column.readOnly) return true
      const target = rowAt(row)
      if (!target) return false
      if (!parts.limits.mayChange(target)) return true
      const { values } = target
      const { readonly, hidden } = states(values)
      return readonly.has(column.name) || hidden.has(column.name)
    },
    mayChange(row) {
      const target = rowAt(row)
      return !parts.disabled && target !== undefined && parts.limits.mayChange(target)
    },
    isHidden(row, column) {
      const values = rowAt(row)?.values
      return values !== undefined && states(values).hidden.has(column.name)
    },
    isReloaded: (row) => parts.reloaded.has(keyAt(row)),
    otherIn: (row, name) => parts.others.inCell(keyAt(row), name),
    othersOf: (row) => parts.others.inRow(keyAt(row)),
    onEditor: lookAround,
    isNewRow: (row) => rowAt(row)?.isNew === true,
    mayCheck(row) {
      const target = rowAt(row)
      return target !== undefined && selection.may(target)
    },
    isChecked: (row) => selection.has(keyAt(row)),
    allChecked: () => selection.among(seen.rows()),
    onCheck(row, on) {
      const target = rowAt(row)
      if (target) tick(() => selection.tick(target, on))
    },
    onCheckAll: (on) => tick(() => selection.only(on ? seen.rows() : [])),
    onInput: (inputs) => changes.takeInputs(inSource(inputs)),
    onPaste: (inputs, left) => changes.paste(inSource(inputs), left),
    onInsert: (at) => changes.insert(seen.insertAt(at)),
    // Rows chosen in the menu become the ticked ones, so that the question and the outcome speak of what is seen.
    onRemove(from, to) {
      tick(() => selection.only(seen.rows().slice(from, to + 1)))
      if (selection.count() > 0) parts.removeAsked()
    },
    // In an order that is not theirs, or among some of them, a row has no place to be moved to.
    mayMove: () => !parts.disabled && seen.isWhole() && source.isOrdered?.() === true,
    onMove: changes.move,
    looks: () => state.get().looks,
    isFiltered: (name) => state.get().filters.has(name),
    onResize: (name, px) => parts.looks?.resize(name, px),
    onColumnMenu: (columnMenu) => state.set({ columnMenu }),
    onFind: (finding) => state.set({ finding, findings: state.get().findings + 1 }),
    onUndo: () => changes.step(true),
    onRedo: () => changes.step(false),
    onSelect(row) {
      lookAround()
      const selectedRow = row === null ? null : seen.sourceOf(row)
      if (selectedRow !== state.get().selectedRow) state.set({ selectedRow })
    },
    onMark(ranges) {
      const marked = isSeveral(ranges) ? ranges : null
      if (marked !== state.get().marked) state.set({ marked })
    },
    openField(row, column) {
      const target = rowAt(row)
      if (target) sessions.open(seen.sourceOf(row), column, target.values)
      lookAround()
    },
    closeField(keep) {
      if (sessions.isHeld()) return false
      lookAround()
      const session = sessions.current()
      const outcome = sessions.close(keep)
      if (session && keep) leave(source.rows()[session.row], session.column)
      if (!session || !outcome) return true
      const { row, column } = session
      if ('typed' in outcome) changes.takeInputs([{ row, column, text: outcome.typed }])
      else changes.apply([...outcome.chosen].map(([name, value]) => ({ row, name, value })))
      return true
    },
  }
}

/** Rows that are added with values, or for nothing. */
function addedRows(
  { form, source, seen }: GridParts,
  changes: GridChanges,
): Pick<GridViewHost, 'isBlank' | 'onTakeBack' | 'onDuplicate'> {
  const rowAt = (index: number): GridRow | undefined => source.rows()[seen.sourceOf(index)]
  return {
    isBlank(row) {
      const target = rowAt(row)
      return target !== undefined && changes.isBlank(target)
    },
    onTakeBack: (row) => changes.remove([rowAt(row)?.key ?? '']),
    onDuplicate(row) {
      const target = rowAt(row)
      if (target) changes.insert(seen.insertAt(row + 1), 1, copiedOf(form, target.values))
    },
  }
}

/** What the rules of the document say of a row: found once, because a row's values are never written to. */
function createRowStates({ form, context }: GridParts) {
  const known = new WeakMap<Readonly<Row>, FieldStates>()
  const find = (values: Readonly<Row>): FieldStates =>
    attempt(
      'the states of a row',
      () => fieldStates(form, values, context()),
      () => NO_STATES,
    )
  return (values: Readonly<Row>): FieldStates => {
    const states = known.get(values) ?? find(values)
    known.set(values, states)
    return states
  }
}
