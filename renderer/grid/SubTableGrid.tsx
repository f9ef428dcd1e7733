import { Empty, theme } from 'antd'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { initialRow } from '#schemas/compile/initial-row.ts'
import 'handsontable/styles/handsontable.min.css'
import 'handsontable/styles/ht-theme-main-no-icons.min.css'
import { ColumnTexts } from './ColumnTexts.tsx'
import { gridColumns } from './columns.ts'
import { FieldEditor } from './FieldEditor.tsx'
import { GridToolbar } from './GridToolbar.tsx'
import { gridColors } from './grid-colors.ts'
import { createGridController, type GridEvents } from './grid-controller.ts'
import './grid.css'
import { useRenderer } from '../data/renderer-context.tsx'
import { useTaken } from '../data/use-taken.ts'
import type { SubTableGridProps } from './types.ts'

const NO_FIELDS: readonly string[] = []

/** An editable table of sub rows. What it holds is read through `ref` when the form is saved. */
export function SubTableGrid(props: SubTableGridProps) {
  const {
    form,
    foreignKey,
    rows,
    disabled = false,
    readOnlyFields = NO_FIELDS,
    minRows = 0,
    title = form.title,
    errors,
    ref,
  } = props
  const { registry, client, gridLicenseKey, user } = useRenderer()
  const { token } = theme.useToken()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLDivElement>(null)

  // Callbacks of the parent change with every render; the grid must not be built anew for them.
  const latest = useRef<Pick<SubTableGridProps, 'createRow'> & GridEvents>(props)
  latest.current = props
  const me = useRef(user)
  me.current = user

  const lockedFields = readOnlyFields.join(',')
  const columns = useMemo(
    () => gridColumns(form, registry, { foreignKey, readOnlyFields: lockedFields.split(',') }),
    [form, registry, foreignKey, lockedFields],
  )
  const firstRows = useRef(rows)
  firstRows.current = rows
  const controller = useMemo(
    () =>
      createGridController({
        form,
        columns,
        client,
        rows: firstRows.current,
        minRows,
        title,
        createRow: () => latest.current.createRow?.() ?? initialRow(form, me.current, new Date()),
        events: () => latest.current,
        now: flushSync,
      }),
    // Nothing that changes while somebody types may stand here: with another controller the rows begin anew.
    [form, columns, client, minRows, title],
  )
  useLayoutEffect(() => controller.setDisabled(disabled), [controller, disabled])
  const taken = useTaken(form.code)
  // Before the grid is built, and again whenever the rights change: what was typed stays.
  useLayoutEffect(() => controller.takeAway(taken), [controller, taken])
  const state = useSyncExternalStore(controller.subscribe, controller.state)

  const colors = useMemo(() => gridColors(token), [token])
  const firstColors = useRef(colors)
  firstColors.current = colors
  // biome-ignore lint/correctness/useExhaustiveDependencies: a grid that is locked, or unlocked, is drawn anew
  useEffect(() => {
    if (!element.current) return
    const unmount = controller.mount(element.current, gridLicenseKey)
    controller.view()?.setColors(firstColors.current)
    return unmount
  }, [controller, gridLicenseKey, disabled])
  useEffect(() => controller.view()?.setColors(colors), [controller, colors])

  const shown = useRef({ controller, rows })
  useEffect(() => {
    if (shown.current.controller === controller && shown.current.rows !== rows) controller.reset(rows)
    shown.current = { controller, rows }
  }, [controller, rows])

  useEffect(() => {
    if (errors && errors.length > 0) controller.impose(errors)
  }, [controller, errors])

  useEffect(() => {
    if (!element.current) return
    // The box is measured when its tab is shown, its dialog opens or the window changes.
    let width = 0
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.round(entry?.contentRect.width ?? 0)
      if (next === width || next === 0) return
      width = next
      controller.view()?.fit()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [controller])

  useImperativeHandle(
    ref,
    () => ({
      read: () => controller.read(),
      validate: () => controller.validate(),
      focus: (error) => controller.focus(error),
    }),
    [controller],
  )

  const handleKeyDown = (event: KeyboardEvent): void => {
    // What a field has opened elsewhere in the page closes itself.
    if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return
    // Escape leaves the cell, never the dialog around the form.
    event.stopPropagation()
    controller.view()?.cancel()
  }
  const handlePaste = (event: ClipboardEvent): void => {
    const view = controller.view()
    const text = event.clipboardData.getData('text/plain')
    const block = text.includes('\t') || text.trimEnd().includes('\n')
    if (state.session || !view?.isEditing() || !block) return
    // A block of cells pasted while a cell is being edited is meant for the grid.
    event.preventDefault()
    event.stopPropagation()
    view.cancel()
    view.pasteText(text)
  }
  const titleOf = useCallback(
    (name: string) => columns.find((column) => column.name === name)?.title ?? name,
    [columns],
  )

  return (
    <section className="sub-grid" aria-label={form.title}>
      {!disabled && <GridToolbar controller={controller} state={state} taken={taken} titleOf={titleOf} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside is the control */}
      <div ref={box} className="sub-grid-box" onKeyDown={handleKeyDown} onPasteCapture={handlePaste}>
        <div ref={element} />
        {state.rowCount === 0 && (
          <div className="sub-grid-empty">
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据" />
          </div>
        )}
        {state.session && (
          <FieldEditor
            key={`${state.session.row}.${state.session.column.name}`}
            controller={controller}
            session={state.session}
            box={box}
            id={`${id}field`}
          />
        )}
      </div>
      <ColumnTexts controller={controller} columns={columns} textless={state.textless} />
    </section>
  )
}
