import { render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { type DataClient, RendererProvider, type RendererServices, RenderPage } from '#renderer/index.ts'
import { createWidgetRegistry } from '#widgets/index.ts'

/** Registry of all widgets, a client, and a user. */
export function testServices(client: DataClient, changes: Partial<RendererServices> = {}): RendererServices {
  return {
    registry: createWidgetRegistry(),
    client,
    user: { id: 'u1', username: 'zhang', realname: '张三', orgCode: 'A01', tenantId: 1 },
    gridLicenseKey: 'non-commercial-and-evaluation',
    ...changes,
  }
}

/** Draws something as the app would: Chinese texts, messages and dialogs, the services of the renderer. */
export function renderWith(services: RendererServices, content: ReactNode) {
  return render(
    <ConfigProvider
      locale={zhCN}
      theme={{ token: { motion: false }, zeroRuntime: true }}
      button={{ autoInsertSpace: false }}
    >
      <App>
        <RendererProvider services={services}>{content}</RendererProvider>
      </App>
    </ConfigProvider>,
  )
}

/** Draws something for a user whose rights change while it is open: `taken` names what is taken away from which form. */
export function renderWithRights(
  services: RendererServices,
  begun: Readonly<Record<string, readonly string[]>>,
  content: ReactNode,
) {
  const page = (taken: typeof begun) => (
    <ConfigProvider
      locale={zhCN}
      theme={{ token: { motion: false }, zeroRuntime: true }}
      button={{ autoInsertSpace: false }}
    >
      <App>
        <RendererProvider services={{ ...services, takenFrom: (form) => taken[form] ?? [] }}>
          {content}
        </RendererProvider>
      </App>
    </ConfigProvider>
  )
  const view = render(page(begun))
  return { ...view, take: (taken: typeof begun) => view.rerender(page(taken)) }
}

/** Opens the page of a form; `searches` collects what it writes into the address. */
export function renderPage(client: DataClient, code: string, search = '', services = testServices(client)) {
  const searches: string[] = []
  const view = renderWith(
    services,
    <RenderPage code={code} search={search} onSearch={(next) => searches.push(next)} />,
  )
  return { ...view, searches }
}

/** A button by its words or its accessible name; antd puts a space between two Chinese characters. */
export function button(words: string, inside: ParentNode = document): HTMLButtonElement {
  const found = buttons(words, inside)
  if (!found[0]) throw new Error(`no button “${words}”`)
  return found[0]
}

/** All such buttons. Reading roles of a whole table takes seconds in jsdom, so this looks at the elements. */
export function buttons(words: string, inside: ParentNode = document): HTMLButtonElement[] {
  return [...inside.querySelectorAll('button')].filter(
    (one) => one.getAttribute('aria-label') === words || one.textContent?.replaceAll(/\s/g, '') === words,
  )
}
