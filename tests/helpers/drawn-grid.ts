import Handsontable from 'handsontable/base'
import type { DataClient } from '#renderer/data/data-client.ts'
import { gridColumns } from '#renderer/grid/core/columns.ts'
import { createGridController } from '#renderer/grid/core/grid-controller.ts'
import type {
  ControllerOptions,
  GridController,
  GridEvents,
} from '#renderer/grid/core/grid-controller.types.ts'
import type { RowHeader } from '#renderer/grid/core/grid-look.ts'
import { createMemoryRows, type MemoryRows } from '#renderer/grid/core/memory-rows.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createWidgetRegistry } from '#widgets/index.ts'

export interface DrawnGrid {
  hot: Handsontable
  form: CompiledForm
  controller: GridController
  source: MemoryRows
  /** The stored values of a column, from the first row to the last. */
  column(name: string): unknown[]
  /** Presses keys in the grid: `Control+Shift+ArrowDown`. */
  press(keys: string): void
  /** What the clipboard holds is pasted. */
  paste(content: { text?: string; html?: string }): void
  close(): void
}

export interface DrawnOptions extends Pick<FormDocument, 'rules'> {
  required?: string[]
  client?: Partial<DataClient>
  events?: GridEvents
  /** Number that holds the place of a row. */
  order?: string
  /** The special columns. */
  rowHeaders?: readonly RowHeader[]
  source?(memory: MemoryRows): ControllerOptions['source']
}

/** A grid with these columns and rows, drawn by the library without React; how large anything is, is unknown here. */
export function drawGrid(
  properties: Record<string, Property>,
  rows: readonly Row[],
  {
    required = [],
    rules = [],
    client = {},
    events = {},
    order,
    rowHeaders = ['row-number'],
    source: wrapped,
  }: DrawnOptions = {},
): DrawnGrid {
  const form = compileForm({
    kind: 'form',
    code: 'drawn_grid',
    title: '明细',
    schema: { type: 'object', required, properties },
    rules,
  })
  const source = createMemoryRows(
    rows,
    () => ({}),
    undefined,
    () => order ?? null,
  )
  const controller = createGridController({
    form,
    columns: gridColumns(form, createWidgetRegistry()),
    client: client as DataClient,
    source: wrapped?.(source) ?? source,
    look: { rowHeight: 36, maxHeight: 400, rowHeaders, frozen: 0 },
    context: () => ({}),
    events: () => events,
    now: (change) => change(),
  })
  const element = document.createElement('div')
  document.body.append(element)
  const drawing = controller.prepare(element, 'non-commercial-and-evaluation')
  const hot = new Handsontable(element, drawing.settings)
  const end = drawing.begin(hot)
  return {
    hot,
    form,
    controller,
    source,
    column: (name) => source.rows().map(({ values }) => values[name] ?? null),
    press(keys) {
      hot.listen()
      const parts = keys.split('+')
      const key = parts.at(-1) ?? ''
      const held = {
        ctrlKey: parts.includes('Control'),
        shiftKey: parts.includes('Shift'),
        altKey: parts.includes('Alt'),
      }
      const code = key.length === 1 ? `Key${key.toUpperCase()}` : key
      for (const name of parts.slice(0, -1)) send('keydown', name, name, held)
      send('keydown', key, code, held)
      send('keyup', key, code, held)
      for (const name of parts.slice(0, -1)) send('keyup', name, name, {})
    },
    paste({ text = '', html = '' }) {
      hot.listen()
      hot.getPlugin('copyPaste').paste(text, html)
    },
    close() {
      end()
      hot.destroy()
      element.remove()
    },
  }
}

function send(type: string, key: string, code: string, held: KeyboardEventInit): void {
  document.documentElement.dispatchEvent(
    new KeyboardEvent(type, { key, code, bubbles: true, cancelable: true, ...held }),
  )
}
