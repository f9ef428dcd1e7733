import { useAtomValue, useStore } from 'jotai'
import { useCallback, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { type RendererServices, useLanguage } from '#renderer/index.ts'
import { createWidgetRegistry } from '#widgets/index.ts'
import { createDataClient } from '../api/data-client.ts'
import { createDraftKeeper } from '../api/draft-keeper.ts'
import { createSavedQueries } from '../kit/saved-queries.ts'
import { useServices } from '../kit/services.ts'
import { formTurnsAtom } from '../notice/notice-atoms.ts'
import { panels } from '../panels/index.ts'
import { tenantIdAtom, userInfoAtom } from '../session/atoms.ts'
import { usePermissions } from '../session/use-permissions.ts'
import { slots } from '../slots/index.ts'
import { useLiveLists } from './use-live-lists.ts'

const registry = createWidgetRegistry()

/** Registry, data client, user and rights for everything that is drawn from documents. */
export function useRendererServices(): RendererServices {
  const { http, session, config, kept } = useServices()
  const info = useAtomValue(userInfoAtom)
  const tenant = useAtomValue(tenantIdAtom)
  const { takenFrom } = usePermissions()
  const navigate = useStableNavigate()
  const language = useLanguage()
  // Another one in each language: what was loaded with texts in it is loaded again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language travels with each call
  const client = useMemo(
    () => createDataClient(http, { server: config.server, stored: session.dictionaries }),
    [http, session, config.server, language],
  )
  const { id = '', username = '', realname = '' } = info ?? {}
  const orgCode = info?.orgCode ?? ''
  const tenantId = Number(tenant ?? 0)
  // By value: signing in again brings the same user as a new object, and an open form must not begin anew for that.
  const user = useMemo(
    () => ({ id, username, realname, orgCode, tenantId }),
    [id, username, realname, orgCode, tenantId],
  )
  const looks = useMemo(() => {
    const key = (name: string) => `LOOK_${username}_${name}`
    return {
      get: (name: string) => kept.get<string>(key(name)),
      set: (name: string, value: string) => kept.set(key(name), value),
    }
  }, [kept, username])
  // Another language is no other keeper: an open form would be offered its own draft.
  const latest = useRef(client)
  latest.current = client
  const savedQueries = useMemo(
    () =>
      createSavedQueries({
        http,
        store: kept,
        path: () => window.location.pathname,
        isOurs: () => latest.current.isOurs(),
      }),
    [http, kept],
  )
  const drafts = useMemo(
    () => createDraftKeeper(http, kept, `DRAFTS_${id}_${tenantId}`, () => latest.current.isOurs()),
    [http, kept, id, tenantId],
  )
  const liveLists = useLiveLists(client.isOurs())
  const store = useStore()
  const turns = useMemo(
    () => ({
      of: (form: string) => store.get(formTurnsAtom)[form] ?? 0,
      watch: (listener: () => void) => store.sub(formTurnsAtom, listener),
    }),
    [store],
  )
  return useMemo(
    () => ({
      registry,
      client,
      gridLicenseKey: config.gridLicenseKey,
      user,
      takenFrom,
      turns,
      liveLists,
      liveRecords: liveLists,
      drafts,
      looks,
      savedQueries,
      panels,
      slots,
      navigate,
    }),
    [client, config.gridLicenseKey, user, takenFrom, turns, liveLists, drafts, looks, savedQueries, navigate],
  )
}

/** The router's function is another one after every step: what depends on it would be drawn anew by each. */
function useStableNavigate(): (address: string) => void {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  latest.current = navigate
  return useCallback((address: string) => void latest.current(address), [])
}
