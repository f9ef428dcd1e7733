import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import Handsontable from 'handsontable/base'
import { createRoot } from 'react-dom/client'
import type { DataClient } from '#renderer/data/data-client.ts'
import { createGridController, createMemoryRows, GridBox, gridColumns } from '#renderer/grid/index.ts'
import { RendererProvider } from '#renderer/widget/renderer-context.tsx'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createWidgetRegistry } from '#widgets/index.ts'

/** Who draws the grid. */
export type Drawer = 'ours' | 'plain'

declare global {
  interface Window {
    /** Time from the rows to cells that have been painted, and of each of some set cells until it is laid out (ms). */
    drawGrid(drawer: Drawer, rows: number, columns: number, sets: number): Promise<GridTimes>
  }
}

export interface GridTimes {
  mount: number
  sets: number[]
}

const ROW_PX = 36
const MAX_PX = 400
const services = {
  registry: createWidgetRegistry(),
  // The measured grid asks the server nothing.
  client: {} as DataClient,
  user: { id: 'u1', username: 'zhang', realname: '张三', orgCode: 'A01', tenantId: 1 },
  gridLicenseKey: 'non-commercial-and-evaluation',
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
  set(row: number, name: string, value: string): void
  close(): void
}

function ours(box: HTMLElement, rows: Record<string, string>[], names: string[]): Drawn {
  const document_: FormDocument = {
    kind: 'form',
    code: 'bench_grid',
    title: 'bench',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [name, { type: 'string', title: name, view: 'text' }]),
      ),
    },
  }
  const form = compileForm(document_)
  const columns = gridColumns(form, services.registry)
  const controller = createGridController({
    form,
    columns,
    client: services.client,
    source: createMemoryRows(rows, () => ({})),
    look: { rowHeight: ROW_PX, maxHeight: MAX_PX, rowHeaders: ['row-checkbox', 'row-number'], frozen: 0 },
    context: () => ({}),
    events: () => ({}),
    now: (change) => change(),
  })
  const root = createRoot(box)
  root.render(
    <ConfigProvider locale={zhCN}>
      <App>
        <RendererProvider services={services}>
          <GridBox controller={controller} columns={columns} />
        </RendererProvider>
      </App>
    </ConfigProvider>,
  )
  return {
    set: (row, name, value) => controller.put([{ row, name, value }]),
    close: () => root.unmount(),
  }
}

function plain(box: HTMLElement, rows: Record<string, string>[], names: string[]): Drawn {
  const hot = new Handsontable(box, {
    data: rows,
    themeName: 'ht-theme-main',
    columns: names.map((data) => ({ data })),
    colHeaders: names,
    rowHeaders: true,
    rowHeights: ROW_PX,
    colWidths: 120,
    height: MAX_PX,
    width: '100%',
    autoRowSize: false,
    autoColumnSize: false,
    licenseKey: services.gridLicenseKey,
  })
  return { set: (row, name, value) => hot.setDataAtRowProp(row, name, value), close: () => hot.destroy() }
}

window.drawGrid = async (drawer, count, width, sets) => {
  const names = Array.from({ length: width }, (_, at) => `c${at}`)
  const rows = Array.from({ length: count }, (_, row) =>
    Object.fromEntries([['id', `r${row}`], ...names.map((name) => [name, `${name} ${row}`])]),
  )
  const box = document.body.appendChild(document.createElement('div'))
  await frame()
  const begun = performance.now()
  const grid = (drawer === 'ours' ? ours : plain)(box, rows, names)
  do await frame()
  while (!box.querySelector('tbody td'))
  const mount = performance.now() - begun
  const times: number[] = []
  for (let at = 0; at < sets; at++) {
    await frame()
    const before = performance.now()
    grid.set(at % 5, `c${at % width}`, `set ${at}`)
    await turn()
    // Laid out, without waiting for the screen.
    box.getBoundingClientRect()
    times.push(performance.now() - before)
  }
  if (!box.textContent?.includes(`set ${sets - 1}`)) throw new Error('the last cell was not set')
  grid.close()
  box.remove()
  await frame()
  return { mount, sets: times }
}
