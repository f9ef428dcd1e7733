import { Empty } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#schemas/text/text.ts'
import 'handsontable/styles/handsontable.min.css'
import 'handsontable/styles/ht-theme-main-no-icons.min.css'
import { CellPartViews } from './CellPartViews.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { ColumnTexts } from './ColumnTexts.tsx'
import { FieldEditor } from './FieldEditor.tsx'
import { FindBar, findModeOf } from './FindBar.tsx'
import './cells.css'
import './grid.css'
import './column-menu.css'
import type { GridColumn } from './columns.ts'
import { GridTable } from './GridTable.tsx'
import type { GridController, GridState } from './grid-controller.types.ts'
import { COMPACT_ROW_PX } from './grid-look.ts'

interface GridBoxProps {
  controller: GridController
  /** Every column of the document, also those that the rights take away: their texts are fetched all the same. */
  columns: readonly GridColumn[]
}

/** The place where a grid is drawn: the grid itself, an open field over a cell, what it says while it is empty. */
export function GridBox({ controller, columns }: GridBoxProps) {
  const state = useSyncExternalStore(controller.subscribe, controller.state)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  // The library measures where it is drawn, so that this stands first.
  const [element, setElement] = useState<HTMLDivElement | null>(null)

  const handleKeyDown = (event: KeyboardEvent): void => {
    const mode = state.session || event.nativeEvent.isComposing ? null : findModeOf(event)
    if (mode) {
      event.preventDefault()
      controller.find.open(mode)
    }
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
    view.paste(text, event.clipboardData.getData('text/html'))
  }

  return (
    <>
      {state.finding && <FindBar controller={controller} state={state} mode={state.finding} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside is the control */}
      <div ref={box} className={boxClass(state)} onKeyDown={handleKeyDown} onPasteCapture={handlePaste}>
        <div ref={setElement}>
          {element && (
            <GridTable
              controller={controller}
              element={element}
              disabled={state.disabled}
              rowHeight={state.rowHeight}
            />
          )}
        </div>
        {state.seenCount === 0 && (
          <div className="data-grid-empty" style={{ insetBlockStart: COMPACT_ROW_PX }}>
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={state.rowCount === 0 ? t('暂无数据') : t('没有符合筛选的行')}
            />
          </div>
        )}
        {state.columnMenu !== null && (
          <ColumnMenu
            key={state.columnMenu}
            controller={controller}
            state={state}
            name={state.columnMenu}
            box={box}
          />
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
      <CellPartViews controller={controller} />
      <ColumnTexts controller={controller} columns={columns} textless={state.textless} />
    </>
  )
}

function boxClass({ seenCount, rowHeight }: GridState): string {
  const classes = ['data-grid-box']
  if (seenCount === 0) classes.push('data-grid-no-rows')
  if (rowHeight > COMPACT_ROW_PX) classes.push('data-grid-tall')
  return classes.join(' ')
}
