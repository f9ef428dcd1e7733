import './shell/first-paint.css'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { createStore as createAtomStore } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createHttp } from './api/http.ts'
import { retryReads } from './api/retry-reads.ts'
import { App } from './app.tsx'
import { readConfig } from './config.ts'
import { tenantIdAtom, tokenAtom } from './session/atoms.ts'
import { createSession, TOKEN_STORAGE_KEY } from './session/session.ts'
import { createStore, STORAGE_PREFIX } from './session/storage.ts'
import { watchUnsavedInput } from './session/unsaved-input.ts'
import { createAnnouncementBus } from './shell/announcements.ts'
import { createReconnection } from './shell/connection.ts'
import type { Services } from './shell/services.ts'
import { parseSettings, SETTINGS_KEY, settingsAtom } from './shell/settings.ts'
import { lowAppIdAtom } from './shell/tabs-atom.ts'

dayjs.locale('zh-cn')

const config = readConfig()
const atoms = createAtomStore()
const kept = createStore(() => localStorage)
const tab = createStore(() => sessionStorage)
const bus = createAnnouncementBus()
const inWorkChat = () =>
  config.openPathUserAgent !== '' && new RegExp(config.openPathUserAgent, 'i').test(navigator.userAgent)

const plainHttp = createHttp(
  { baseUrl: config.apiBase, signatureSalt: config.signatureSalt, readsAreRetried: true },
  {
    token: () => atoms.get(tokenAtom),
    tenantId: () => atoms.get(tenantIdAtom),
    lowAppId: () => atoms.get(lowAppIdAtom),
    inWorkChat,
    announce: bus.announce,
  },
)
// Any answer, a refusal too, proves that the server is there.
const reconnection = createReconnection(
  atoms,
  async () => (await fetch('/logo.svg', { cache: 'no-store' })).ok,
)
const http = retryReads(plainHttp, reconnection)
const session = createSession({ atoms, kept, tab, http: () => http })
session.restore()

atoms.set(settingsAtom, parseSettings(kept.get(SETTINGS_KEY)))
atoms.sub(settingsAtom, () => kept.set(SETTINGS_KEY, atoms.get(settingsAtom)))

// Signing in or out in another browser tab counts here, too.
window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_PREFIX + TOKEN_STORAGE_KEY || key === null) session.restore()
})

const services: Services = { config, session, http, kept, reload: () => window.location.reload() }
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App atoms={atoms} services={services} bus={bus} unsaved={watchUnsavedInput()} />
  </StrictMode>,
)
