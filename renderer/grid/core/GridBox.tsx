import { Empty, theme } from 'antd'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { t } from '#schemas/text/text.ts'
import 'handsontable/styles/handsontable.min.css'
import 'handsontable/styles/ht-theme-main-no-icons.min.css'
import { ColumnTexts } from './ColumnTexts.tsx'
import { FieldEditor } from './FieldEditor.tsx'
import { gridColors } from './grid-colors.ts'
import './grid.css'
import { useRenderer } from '../../widget/renderer-context.tsx'
import type { GridColumn } from './columns.ts'
import type { GridController } from './grid-controller.types.ts'
import { watchWidth } from './watch-width.ts'

interface GridBoxProps {
  controller: GridController
  /** Every column of the document, also those that the rights take away: their texts are fetched all the same. */
  columns: readonly GridColumn[]
  disabled: boolean
}

/** The place where a grid is drawn: the grid itself, an open field over a cell, what it says while it is empty. */
export function GridBox({ controller, columns, disabled }: GridBoxProps) {
  const state = useSyncExternalStore(controller.subscribe, controller.state)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLDivElement>(null)
  useGrid(controller, element, disabled)

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

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside is the control */}
      <div
        ref={box}
        className={state.rowCount === 0 ? 'data-grid-box data-grid-no-rows' : 'data-grid-box'}
        onKeyDown={handleKeyDown}
        onPasteCapture={handlePaste}
      >
        <div ref={element} />
        {state.rowCount === 0 && (
          <div className="data-grid-empty" style={{ insetBlockStart: controller.look.rowHeight }}>
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />
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
    </>
  )
}

/** Draws the grid into an element, in the colours of the theme and as wide as the element is. */
function useGrid(
  controller: GridController,
  element: RefObject<HTMLDivElement | null>,
  disabled: boolean,
): void {
  const { gridLicenseKey } = useRenderer()
  const { token } = theme.useToken()
  const colors = useMemo(() => gridColors(token), [token])
  const firstColors = useRef(colors)
  firstColors.current = colors
  // biome-ignore lint/correctness/useExhaustiveDependencies: a grid that is locked, or unlocked, is drawn anew
  useEffect(() => {
    if (!element.current) return
    const unmount = controller.mount(element.current, gridLicenseKey)
    controller.view()?.setColors(firstColors.current)
    return unmount
  }, [controller, element, gridLicenseKey, disabled])
  useEffect(() => controller.view()?.setColors(colors), [controller, colors])

  useEffect(() => {
    if (!element.current) return
    // The box is measured when its tab is shown, its dialog opens or the window changes.
    return watchWidth(element.current, () => controller.view()?.fit())
  }, [controller, element])
}
