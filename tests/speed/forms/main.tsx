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
import { benchDocument } from './fields.ts'
import { HandWritten } from './HandWritten.tsx'

/** Who draws the form. */
export type Drawer = 'ours' | 'byHand'

declare global {
  interface Window {
    /** What a page does while it is idle: it asks for the programs that its document names. */
    askAhead(count: number): Promise<unknown>
    /** Time from the document to a form that has been laid out and takes a click (ms). */
    openForm(drawer: Drawer, count: number): Promise<number>
    /** Until each of some keys in the first text field is painted (ms). */
    typeInto(drawer: Drawer, count: number, keys: number): Promise<{ paint: number[] }>
  }
}

const services = {
  registry: createWidgetRegistry(),
  // The measured form asks the server nothing.
  client: {} as DataClient,
  user: { id: 'u1', username: 'zhang', realname: '张三', orgCode: 'A01', tenantId: 1 },
  gridLicenseKey: '',
}

function content(drawer: Drawer, count: number): ReactNode {
  if (drawer === 'byHand') return <HandWritten count={count} />
  const form = compileForm(benchDocument(count))
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

async function open(drawer: Drawer, count: number) {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const begun = performance.now()
  root.render(
    <ConfigProvider locale={zhCN}>
      <App>{content(drawer, count)}</App>
    </ConfigProvider>,
  )
  // Interactive: every control stands, and a frame with them has been painted.
  do await frame()
  while (controls(box) < count)
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

const controls = (box: Element) => box.querySelectorAll('input, textarea, button[role="switch"]').length

window.askAhead = async (count) => loadFieldParts(services.registry, compileForm(benchDocument(count)))

window.openForm = async (drawer, count) => {
  const { ms, close } = await open(drawer, count)
  await close()
  return ms
}

window.typeInto = async (drawer, count, keys) => {
  const { box, close } = await open(drawer, count)
  const input = box.querySelector<HTMLInputElement>('input[type="text"], input:not([type])')
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
