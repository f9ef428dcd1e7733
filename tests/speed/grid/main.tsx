import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import Handsontable from 'handsontable/base'
import { registerAllModules } from 'handsontable/registry'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { DataClient } from '#renderer/data/data-client.ts'
import { createGridController, createMemoryRows, GridBox, gridColumns } from '#renderer/grid/index.ts'
import { RendererProvider } from '#renderer/widget/renderer-context.tsx'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createWidgetRegistry } from '#widgets/index.ts'
import { type BenchColumns, benchForm, benchNames, benchRows } from './columns.ts'

/** Who draws the grid. */
export type Drawer = 'ours' | 'plain'
export interface BenchGrid {
  drawer: Drawer
  columns: BenchColumns
  rows: number
  width: number
}

declare global {
  interface Window {
    /** Draws a grid; answers the time from the rows to cells that have been painted, ms. */
    openGrid(grid: BenchGrid): Promise<number>
    /** Sets so many cells, one after another; answers the time of each until it is laid out, ms. */
    setCells(count: number): Promise<number[]>
    /** Pastes texts of so many rows and columns at the first cell; answers the time until it is laid out, ms. */
    pasteCells(rows: number, columns: number): Promise<number>
    /** Selects everything and empties it with the key; answers the time until it is laid out, ms. */
    clearCells(): Promise<number>
    /** Scrolls so many frames; answers the frames drawn in a second and the share of frames with rows that are missing. */
    scrollRows(frames: number): Promise<{ perSecond: number; blank: number }>
    closeGrid(): Promise<void>
  }
}

const ROW_PX = 36
const MAX_PX = 400
const LICENSE = 'non-commercial-and-evaluation'
registerAllModules()
const services = {
  registry: createWidgetRegistry(),
  // What the measured grid asks the server stays unanswered.
  client: new Proxy({} as DataClient, { get: () => () => new Promise(() => {}) }),
  user: { id: 'u1', username: 'zhang', realname: '张三', orgCode: 'A01', tenantId: 1 },
  gridLicenseKey: LICENSE,
}

/** What was put off until the work at hand is done has run, React's drawing among it. */
const turn = () =>
  new Promise<void>((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve()
    channel.port2.postMessage(null)
  })
/** A message comes after the frame's paint. */
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => void turn().then(resolve)))

interface Drawn {
  hot(): Handsontable
  set(row: number, name: string, value: string): void
  close(): void
}

/** The page around the grids is there before any of them. */
let show: (grid: ReactNode) => void = () => {}
function Page() {
  const [grid, setGrid] = useState<ReactNode>(null)
  show = (next) => flushSync(() => setGrid(next))
  return grid
}
const place = document.body.appendChild(document.createElement('div'))
createRoot(place).render(
  <ConfigProvider locale={zhCN}>
    <App>
      <RendererProvider services={services}>
        <Page />
      </RendererProvider>
    </App>
  </ConfigProvider>,
)

type Rows = Record<string, unknown>[]

function ours(rows: Rows, { columns: kind, width }: BenchGrid): Drawn {
  const form = compileForm(benchForm(kind, width))
  const columns = gridColumns(form, services.registry)
  let drawn: Handsontable | null = null
  const controller = createGridController({
    form,
    columns,
    client: services.client,
    source: createMemoryRows(rows as never, () => ({})),
    look: { rowHeight: ROW_PX, maxHeight: MAX_PX, rowHeaders: ['row-checkbox', 'row-number'], frozen: 0 },
    context: () => ({}),
    events: () => ({}),
    now: flushSync,
  })
  const { prepare } = controller
  const watched = {
    ...controller,
    prepare(...args: Parameters<typeof prepare>) {
      const drawing = prepare(...args)
      return {
        ...drawing,
        begin(hot: Handsontable) {
          drawn = hot
          return drawing.begin(hot)
        },
      }
    },
  }
  show(<GridBox controller={watched} columns={columns} />)
  return {
    hot: () => drawn as unknown as Handsontable,
    set: (row, name, value) => controller.put([{ row, name, value }]),
    close: () => show(null),
  }
}

function plain(rows: Rows, { width, columns: kind }: BenchGrid): Drawn {
  const names = benchNames(width)
  const { properties } = benchForm(kind, width).schema
  const box = document.body.appendChild(document.createElement('div'))
  const hot = new Handsontable(box, {
    data: rows,
    themeName: 'ht-theme-main',
    // The same bound of lengths that the form's validator judges.
    columns: names.map((data) => ({
      data,
      validator: (value: unknown, callback: (valid: boolean) => void) =>
        callback(String(value ?? '').length <= (properties[data]?.maxLength ?? Number.MAX_SAFE_INTEGER)),
    })),
    colHeaders: names,
    rowHeaders: true,
    rowHeights: ROW_PX,
    colWidths: 120,
    height: MAX_PX,
    width: '100%',
    autoRowSize: false,
    autoColumnSize: false,
    imeFastEdit: true,
    licenseKey: LICENSE,
  })
  return {
    hot: () => hot,
    set: (row, name, value) => hot.setDataAtRowProp(row, name, value),
    close() {
      hot.destroy()
      box.remove()
    },
  }
}

let open: Drawn | null = null
const drawn = (): Drawn => {
  if (!open) throw new Error('no grid is open')
  return open
}
/** Time of an act until it is done and laid out, without waiting for the screen. */
async function timed(act: () => void, isDone = () => true): Promise<number> {
  await frame()
  const before = performance.now()
  act()
  await turn()
  // The bare library judges cells one after another, and sets them afterwards.
  while (!isDone()) await turn()
  document.body.getBoundingClientRect()
  return performance.now() - before
}
const textAt = (row: number, column: number) => drawn().hot().getDataAtCell(row, column)

Object.assign(window, {
  async openGrid(grid) {
    const rows = benchRows(grid.columns, grid.width, grid.rows)
    await frame()
    const begun = performance.now()
    open = (grid.drawer === 'ours' ? ours : plain)(rows, grid)
    while (!document.querySelector('tbody td')) await frame()
    document.body.getBoundingClientRect()
    return performance.now() - begun
  },
  async setCells(count) {
    const times: number[] = []
    // The first column holds texts in every grid.
    for (let at = 0; at < count; at++) times.push(await timed(() => drawn().set(at % 5, 'c0', `set ${at}`)))
    if (!document.body.textContent?.includes(`set ${count - 1}`)) throw new Error('the last cell was not set')
    return times
  },
  async pasteCells(count, width) {
    const text = Array.from({ length: count }, (_, row) =>
      Array.from({ length: width }, (_, column) => `p${row}.${column}`).join('\t'),
    ).join('\n')
    drawn().hot().selectCell(0, 0)
    const last = `p${count - 1}.${width - 1}`
    return timed(
      () => drawn().hot().getPlugin('copyPaste').paste(text),
      () => textAt(count - 1, width - 1) === last,
    )
  },
  async clearCells() {
    const hot = drawn().hot()
    hot.selectAll(false, false)
    return timed(
      () => hot.emptySelectedCells(),
      () => !textAt(hot.countRows() - 1, hot.countCols() - 1),
    )
  },
  async scrollRows(frames) {
    const holder = document.querySelector<HTMLElement>('.ht_master .wtHolder')
    if (!holder) throw new Error('nothing scrolls')
    let blank = 0
    const begun = performance.now()
    for (let at = 1; at <= frames; at++) {
      holder.scrollTop += 3 * ROW_PX
      await frame()
      const box = holder.getBoundingClientRect()
      const last = holder.querySelector('tbody tr:last-child')?.getBoundingClientRect()
      const first = holder.querySelector('tbody tr')?.getBoundingClientRect()
      if (!last || !first || last.bottom < box.bottom - 20 || first.top > box.top + 60) blank++
    }
    return { perSecond: (frames * 1000) / (performance.now() - begun), blank: blank / frames }
  },
  async closeGrid() {
    drawn().close()
    open = null
    await frame()
  },
} satisfies Pick<Window, 'openGrid' | 'setCells' | 'pasteCells' | 'clearCells' | 'scrollRows' | 'closeGrid'>)
