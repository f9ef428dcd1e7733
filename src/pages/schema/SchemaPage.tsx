import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { RendererProvider, RenderPage } from '#renderer/index.ts'
import { createWidgetRegistry } from '#widgets/index.ts'
import { createHttpDataClient } from '../../api/http-data-client.ts'
import { tenantIdAtom, userInfoAtom } from '../../session/atoms.ts'
import { useServices } from '../../shell/services.ts'

interface Props {
  code: string
  onTitle?: (title: string) => void
}

/** The page of a document; filters and page of its list stand in the address. */
export function SchemaPage({ code, onTitle }: Props) {
  const services = useRendererServices()
  // A hidden tab must not write into the address of the one that is shown.
  const [home] = useState(() => window.location.pathname)
  const [search] = useState(() => window.location.search.slice(1))
  const handleSearch = useCallback(
    (next: string) => {
      if (window.location.pathname !== home) return
      window.history.replaceState(window.history.state, '', next ? `${home}?${next}` : home)
    },
    [home],
  )
  return (
    <RendererProvider services={services}>
      <RenderPage code={code} search={search} onSearch={handleSearch} {...(onTitle ? { onTitle } : {})} />
    </RendererProvider>
  )
}

const registry = createWidgetRegistry()

/** Registry, data client and user for everything that is drawn from documents. */
export function useRendererServices() {
  const { http, config } = useServices()
  const info = useAtomValue(userInfoAtom)
  const tenant = useAtomValue(tenantIdAtom)
  const client = useMemo(() => createHttpDataClient(http), [http])
  return useMemo(
    () => ({
      registry,
      client,
      gridLicenseKey: config.gridLicenseKey,
      user: {
        id: info?.id ?? '',
        username: info?.username ?? '',
        realname: info?.realname ?? '',
        orgCode: info?.orgCode ?? '',
        tenantId: Number(tenant ?? 0),
      },
    }),
    [client, config.gridLicenseKey, info, tenant],
  )
}
