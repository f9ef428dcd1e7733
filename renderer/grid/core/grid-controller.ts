import { fieldStates } from '#schemas/compile/field-states.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import { offered } from '#schemas/compile/rules/rule-problem.ts'
import { changedAndClosed } from '../../model/changed-and-closed.ts'
import { ADD_SETTINGS, placeOf } from './features/add-settings.ts'
import { createGridChanges } from './grid-changes.ts'
import { createGridColumns } from './grid-columns.ts'
import type { ControllerOptions, GridController } from './grid-controller.types.ts'
import { createGridDrawings } from './grid-drawings.ts'
import { createGridFilter } from './grid-filter.ts'
import { createGridFind } from './grid-find.ts'
import { createGridHost } from './grid-host.ts'
import { createGridParts, type GridParts } from './grid-parts.ts'
import { createGridSight } from './grid-sight.ts'
import { createGridTogether } from './grid-together.ts'
import type { GridRow } from './row-source.types.ts'

/** Builds a grid that has no element yet: `prepare` draws it in one. */
export function createGridController(options: ControllerOptions): GridController {
  const { source, columns, look } = options
  const parts = createGridParts(options)
  const { texts, errors, sessions, state } = parts
  const changes = createGridChanges(parts, options)
  const sight = createGridSight(parts)
  const { look: lookAround, ...together } = createGridTogether(parts, changes, options)
  const host = createGridHost(parts, changes, lookAround)
  const looks = createGridColumns(parts, options.events, changes.refresh)
  const filter = createGridFilter(parts, changes, options.events)
  const find = createGridFind(parts, sight, host)
  const { judge, pending, checks } = changes

  const commit = (): void => {
    sessions.pressed(false)
    parts.view?.commit()
  }
  source.onReplaced(() => {
    // What was being typed belonged to a row that is no longer here.
    sessions.pressed(false)
    parts.view?.cancel()
    looks.resort()
    changes.replaced()
    filter.renew()
  })
  changes.replaced()

  return {
    subscribe: state.subscribe,
    state: state.get,
    sight,
    find,
    looks,
    filter,
    columns: () => parts.shown,
    contextChanged(recalculate) {
      errors.contextChanged()
      host.contextChanged()
      const differs = recalculate()
      changes.refresh()
      parts.view?.repaint()
      return differs
    },
    ...createGridDrawings(parts, host, look, commit),
    view: () => parts.view,
    host,
    together,
    setDisabled(next) {
      if (next === parts.disabled) return
      commit()
      sessions.close(false)
      parts.disabled = next
      state.set({ selectedRow: null, marked: null, disabled: next })
    },
    setRowHeight(rowHeight) {
      if (rowHeight === state.get().rowHeight) return
      commit()
      sessions.close(false)
      state.set({ rowHeight, selectedRow: null, marked: null })
    },
    takeAway(names) {
      const left = columns.filter(({ name }) => !names.has(name))
      parts.mayAdd = !names.has('add')
      parts.mayRemove = !names.has('remove')
      const { allowed } = parts
      if (left.length === allowed.length && left.every((column, at) => column === allowed[at])) return
      looks.allow(left)
      filter.allow()
      judge()
    },
    add(settings = ADD_SETTINGS) {
      const { at, count } = placeOf(settings, source.rows().length)
      changes.insert(at, count)
      if (settings.addScrollToBottom) parts.view?.toEnd()
    },
    insertBelow: () => changes.insert((state.get().selectedRow ?? source.rows().length - 1) + 1),
    removeChecked: () => changes.remove(parts.selection.keys()),
    undo: () => changes.step(true),
    redo: () => changes.step(false),
    onRemoveAsked(listener) {
      parts.removeAsked = listener
    },
    parts: parts.cellParts,
    choicesOf: texts.choicesOf,
    offered: (field, row) => offered(parts.form, field, row, parts.context()),
    changedAndClosed: (begun) => closedIn(parts, begun),
    setChoices(name, choices) {
      texts.setChoices(name, choices)
      parts.view?.repaint()
    },
    setLabels(name, labels, asked) {
      texts.setLabels(name, labels, asked)
      state.set({ textless: texts.textless() })
      parts.view?.repaint()
    },
    setPressedInside: sessions.pressed,
    endField(keep, move) {
      const session = sessions.current()
      if (!session) return
      sessions.pressed(false)
      if (keep) parts.view?.commit()
      else parts.view?.cancel()
      parts.view?.leave(session.row, parts.shown.indexOf(session.column), move)
    },
    moveFrom: ({ row, column }, move) => parts.view?.leave(row, parts.shown.indexOf(column), move),
    read() {
      commit()
      return changes.content()
    },
    entering: changes.entering,
    async validate() {
      commit()
      await pending.settle()
      // What was typed meanwhile is part of what is judged.
      commit()
      await pending.settle()
      await checks.settle()
      errors.touchAll(source.rows())
      judge()
      parts.view?.repaint()
      return [...state.get().errors]
    },
    impose: changes.impose,
    imposeAnew(refusals) {
      errors.releaseAll()
      changes.impose(refusals)
    },
    put: changes.apply,
    focus: sight.focus,
  }
}

/** Fields with lost changes in some row, once each, in the order of the columns. */
function closedIn(
  { form, source, columns, allowed, context }: GridParts,
  begun: (row: GridRow) => Readonly<Row>,
): readonly Field[] {
  if (form.rules.length === 0) return []
  const taken = new Set(columns.filter((column) => !allowed.includes(column)).map(({ name }) => name))
  const found = new Set(
    source.rows().flatMap((row) => {
      const before = begun(row)
      if (before === row.values) return []
      const states = fieldStates(form, row.values, context())
      return changedAndClosed(form, states, taken, row.values, before)
    }),
  )
  return columns.map(({ field }) => field).filter((field) => found.has(field))
}
