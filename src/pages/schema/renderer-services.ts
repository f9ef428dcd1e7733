import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { RendererServices } from '#renderer/index.ts'
import { createWidgetRegistry } from '#widgets/index.ts'
import { createHttpDataClient } from '../../api/http-data-client.ts'
import { tenantIdAtom, userInfoAtom } from '../../session/atoms.ts'
import { usePermissions } from '../../session/use-permissions.ts'
import { useServices } from '../../shell/services.ts'

const registry = createWidgetRegistry()

/** Registry, data client, user and rights for everything that is drawn from documents. */
export function useRendererServices(): RendererServices {
  const { http, config } = useServices()
  const info = useAtomValue(userInfoAtom)
  const tenant = useAtomValue(tenantIdAtom)
  const { takenFrom } = usePermissions()
  const client = useMemo(() => createHttpDataClient(http), [http])
  const { id = '', username = '', realname = '' } = info ?? {}
  const orgCode = info?.orgCode ?? ''
  const tenantId = Number(tenant ?? 0)
  // By value: signing in again brings the same user as a new object, and an open form must not begin anew for that.
  const user = useMemo(
    () => ({ id, username, realname, orgCode, tenantId }),
    [id, username, realname, orgCode, tenantId],
  )
  return useMemo(
    () => ({ registry, client, gridLicenseKey: config.gridLicenseKey, user, takenFrom }),
    [client, config.gridLicenseKey, user, takenFrom],
  )
}
