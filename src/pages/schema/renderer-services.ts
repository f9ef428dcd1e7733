import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { RendererServices } from '#renderer/index.ts'
import { createWidgetRegistry } from '#widgets/index.ts'
import { createHttpDataClient } from '../../api/http-data-client.ts'
import { tenantIdAtom, userInfoAtom } from '../../session/atoms.ts'
import { useServices } from '../../shell/services.ts'

const registry = createWidgetRegistry()

/** Registry, data client and user for everything that is drawn from documents. */
export function useRendererServices(): RendererServices {
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
