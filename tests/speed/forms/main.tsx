import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DataClient } from '#renderer/data/data-client.ts'
import { RenderForm } from '#renderer/form/RenderForm.tsx'
import { createFormStore } from '#renderer/form/store.ts'
import { loadFieldParts } from '#renderer/widget/field-parts.ts'
import { RendererProvider } from '#renderer/widget/renderer-context.tsx'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createWidgetRegistry } from '#widgets/index.ts'
import { type BenchForm, type BenchKind, benchDocument } from './fields.ts'
import { HandWritten } from './HandWritten.tsx'

/** Who draws the form. */
export type Drawer = 'ours' | 'byHand'

declare global {
  interface Window {
    /** What a page does while it is idle: it asks for the programs that its document names. */
    askAhead(form: BenchForm): Promise<unknown>
    /** Time from the document to a form that has been laid out and takes a click (ms). */
    openForm(drawer: Drawer, form: BenchForm): Promise<number>
    /** Until each of some keys in the first text field is painted (ms). */
    typeInto(drawer: Drawer, form: BenchForm, keys: number): Promise<{ paint: number[] }>
  }
}

const services = {
  registry: createWidgetRegistry(),
  // The measured form asks the server nothing.
  client: {} as DataClient,
  user: { id: 'u1', username: 'zhang', realname: '张三', orgCode: 'A01', tenantId: 1 },
  gridLicenseKey: '',
}

function content(drawer: Drawer, measured: BenchForm): ReactNode {
  if (drawer === 'byHand') return <HandWritten form={measured} />
  const form = compileForm(benchDocument(measured))
  return (
    <RendererProvider services={services}>
      <RenderForm store={createFormStore(form, {})} />
    </RendererProvider>
  )
}

const frame = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => {
      // A message comes after the frame's paint.
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve()
      channel.port2.postMessage(null)
    }),
  )

async function open(drawer: Drawer, form: BenchForm) {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const begun = performance.now()
  root.render(
    <ConfigProvider locale={zhCN}>
      <App>{content(drawer, form)}</App>
    </ConfigProvider>,
  )
  // Interactive: every control stands, and a frame with them has been painted.
  do await frame()
  while (controls(box, form.kind) < form.count)
  return {
    box,
    ms: performance.now() - begun,
    async close() {
      root.unmount()
      box.remove()
      await frame()
    },
  }
}

/** Kinds with none or several inputs in a field. */
const CONTROLS: Partial<Record<BenchKind, string>> = {
  radio: '.ant-radio-group',
  checkbox: '.ant-checkbox-group',
  rate: '.ant-rate',
}
const controls = (box: Element, kind?: BenchKind) =>
  box.querySelectorAll((kind && CONTROLS[kind]) ?? 'input, textarea, button[role="switch"]').length

window.askAhead = async (form) => loadFieldParts(services.registry, compileForm(benchDocument(form)))

window.openForm = async (drawer, form) => {
  const { ms, close } = await open(drawer, form)
  await close()
  return ms
}

window.typeInto = async (drawer, form, keys) => {
  const { box, close } = await open(drawer, form)
  const input = box.querySelector<HTMLInputElement>(
    'input[type="text"], input[type="password"], input:not([type])',
  )
  if (!input) throw new Error('no text field')
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const paint: number[] = []
  input.focus()
  for (let key = 1; key <= keys; key++) {
    await frame()
    const begun = performance.now()
    setValue?.call(input, 'a'.repeat(key))
    input.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'a', inputType: 'insertText' }))
    await frame()
    paint.push(performance.now() - begun)
  }
  if (input.value !== 'a'.repeat(keys)) throw new Error('the field lost what was typed')
  await close()
  return { paint }
}
