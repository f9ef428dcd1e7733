import {
  type ReactNode,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { formVariables } from '#schemas/compile/form-variables.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import { t } from '#schemas/text/text.ts'
import { isNarrowScreen, useScreen } from '../../kit/use-screen.ts'
import { FormCodeContext } from '../../widget/files/form-code.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { useTaken } from '../../widget/use-taken.ts'
import { gridColumns } from '../core/columns.ts'
import { createRowLimits } from '../core/features/row-limits.ts'
import { GridBox } from '../core/GridBox.tsx'
import { GridStatus } from '../core/GridStatus.tsx'
import { createGridController } from '../core/grid-controller.ts'
import type { GridController, GridEvents } from '../core/grid-controller.types.ts'
import { COMPACT_ROW_PX, ROW_PX } from '../core/grid-look.ts'
import { createMemoryRows } from '../core/memory-rows.ts'
import { useGridWarnings } from '../core/use-grid-warnings.ts'
import { CardTools } from './cards/CardTools.tsx'
import { RowCards } from './cards/RowCards.tsx'
import { GridToolbar } from './GridToolbar.tsx'
import { GridTotals } from './GridTotals.tsx'
import { RowHeightMenu } from './RowHeightMenu.tsx'
import './sub-table.css'
import { completeRow } from './complete-row.ts'
import { subTableLook } from './look.ts'
import type { SubTableGridProps } from './types.ts'
import { useBeginWithLooks, useKeptLooks } from './use-column-looks.ts'
import { useCompact } from './use-compact.ts'

const NO_FIELDS: readonly string[] = []

/** An editable table of sub rows. What it holds is read through `ref` when the form is saved. */
export function SubTableGrid(props: SubTableGridProps) {
  const { form, rows, disabled = false, minRows = 0, title = form.title, errors, others, ref } = props
  const page = props.main?.()?.form.code ?? ''
  const kept = useKeptLooks(page, form.code)
  const warnings = useGridWarnings()
  const { columns, controller, source, context } = useSubTable(props, { ...warnings, onLooks: kept.keep })
  useBeginWithLooks(controller, kept.read)
  const latest = useRef(props)
  latest.current = props
  useLayoutEffect(() => controller.setDisabled(disabled), [controller, disabled])
  const [isCompact, chooseCompact] = useCompact(page, form.code, props.compact === true)
  useLayoutEffect(() => controller.setRowHeight(isCompact ? COMPACT_ROW_PX : ROW_PX), [controller, isCompact])
  const areCards = isNarrowScreen(useScreen())
  const taken = useTaken(form)
  // Before the grid is built, and again whenever the rights change: what was typed stays.
  useLayoutEffect(() => controller.takeAway(taken), [controller, taken])
  const state = useSyncExternalStore(controller.subscribe, controller.state)

  const shown = useRef({ source, rows })
  useEffect(() => {
    if (shown.current.source === source && shown.current.rows !== rows) source.reset(rows)
    shown.current = { source, rows }
  }, [source, rows])
  useEffect(() => {
    if (!others) return
    const show = () => controller.together.setOthers(others.people(form.code))
    show()
    return others.subscribe(show)
  }, [controller, others, form.code])
  useEffect(() => {
    if (errors && errors.length > 0) controller.impose(errors)
  }, [controller, errors])

  useImperativeHandle(ref, () => {
    const tooFew = (): RowError[] =>
      source.total() < minRows
        ? [{ field: '', message: t('{title}至少需要 {minRows} 行', { title, minRows }), subTable: form.code }]
        : []
    return {
      read: () => controller.read(),
      entering: () => controller.entering(),
      async validate() {
        const found = await controller.validate()
        return [...tooFew(), ...found]
      },
      changedAndClosed: () => controller.changedAndClosed(source.begun),
      focus: (error) => controller.focus(error),
      receive(next) {
        const row = controller.together.editedRow()
        const { arrived, hasChanged, isWhole } = source.receive(next, row === null ? null : { key: row })
        controller.together.received(arrived)
        if (hasChanged) latest.current.onCalculated?.(source.rows().map(({ values }) => values))
        return isWhole
      },
      mainChanged() {
        if (!controller.contextChanged(source.recalculate)) return
        latest.current.onCalculated?.(source.rows().map(({ values }) => values))
      },
    }
  }, [controller, source, form, minRows, title])

  // The form's own columns: a hidden one has no total either.
  const totalled = useMemo(
    () =>
      form.list.columns.filter(
        ({ field, total }) =>
          total && !taken.has(field.name) && columns.some(({ name }) => name === field.name),
      ),
    [form, taken, columns],
  )
  const titleOf = useCallback(
    (name: string) => columns.find((column) => column.name === name)?.title ?? name,
    [columns],
  )
  return (
    <section className="data-grid" aria-label={form.title}>
      {!disabled && (
        <GridToolbar
          controller={controller}
          state={state}
          taken={taken}
          titleOf={titleOf}
          areCards={areCards}
        >
          {areCards ? (
            <CardTools controller={controller} />
          ) : (
            <RowHeightMenu isCompact={isCompact} onChoose={chooseCompact} />
          )}
        </GridToolbar>
      )}
      <FormCodeContext value={form.code}>
        {areCards ? (
          <RowCards
            controller={controller}
            state={state}
            form={form}
            columns={columns}
            selection={props.selection ?? 'checkbox'}
            context={context}
            sheet={props.rowSheet}
          />
        ) : (
          <KeptWhenLeft controller={controller}>
            <GridBox controller={controller} columns={columns} />
          </KeptWhenLeft>
        )}
      </FormCodeContext>
      <GridStatus controller={controller} state={state} />
      <GridTotals columns={totalled} rows={source.rows()} />
    </section>
  )
}

/** A screen that becomes narrow takes the grid away while a cell is open: what was typed there is kept. */
function KeptWhenLeft({ controller, children }: { controller: GridController; children: ReactNode }) {
  useLayoutEffect(() => () => controller.view()?.commit(), [controller])
  return children
}

/** The rows of one sub table and what edits them: made once, because with another source the rows begin anew. */
function useSubTable(props: SubTableGridProps, own: GridEvents) {
  const { form, foreignKey, readOnlyFields = NO_FIELDS, rows, order, selection } = props
  const { registry, client, user } = useRenderer()
  // Callbacks of the parent change with every render; the grid must not be built anew for them.
  const latest = useRef<Pick<SubTableGridProps, 'createRow' | 'main'> & GridEvents>(props)
  latest.current = { ...props, ...own }
  const me = useRef(user)
  me.current = user
  const firstRows = useRef(rows)
  firstRows.current = rows
  const taken = useTaken(form)
  // Who may not change the number does not move the rows.
  const ordered = useRef<string | null>(null)
  ordered.current = order && !taken.has(order) && !readOnlyFields.includes(order) ? order : null
  /** The rows of a form that is now there in another language are those that were being edited. */
  const edited = useRef<{ code: string; rows(): readonly Row[] } | null>(null)

  const lockedFields = readOnlyFields.join(',')
  const columns = useMemo(
    () => gridColumns(form, registry, { foreignKey, readOnlyFields: lockedFields.split(',') }),
    [form, registry, foreignKey, lockedFields],
  )
  return useMemo(() => {
    const createRow = () => latest.current.createRow?.() ?? initialRow(form, me.current, new Date())
    const begun = edited.current?.code === form.code ? edited.current.rows() : firstRows.current
    const context = (): RuleContext => ({
      variables: formVariables(me.current, new Date()),
      main: latest.current.main?.() ?? null,
    })
    const source = createMemoryRows(begun, createRow, completeRow(form, context), () => ordered.current)
    edited.current = { code: form.code, rows: () => source.rows().map(({ values }) => values) }
    const controller = createGridController({
      form,
      columns,
      client,
      source,
      look: subTableLook({
        ordered: order !== undefined,
        ...(selection ? { selection } : {}),
        hasTotals: form.list.columns.some(
          ({ field, total }) => total && columns.some(({ name }) => name === field.name),
        ),
      }),
      limits: createRowLimits(form, source.begun, context),
      context,
      events: () => latest.current,
      now: flushSync,
    })
    return { columns, source, controller, context }
  }, [form, columns, client, order, selection])
}
