import type { AxiosAdapter } from 'axios'
import { createStore as createAtomStore } from 'jotai'
import { currentLanguage, OWN_LANGUAGE } from '#schemas/text/text.ts'
import { createHttp } from './api/http.ts'
import { readAhead } from './api/read-ahead.ts'
import { retryReads } from './api/retry-reads.ts'
import type { AppConfig } from './config.ts'
import { createAnnouncementBus, sessionExpiredAtom } from './kit/announcements.ts'
import { changesAtom } from './kit/changes-atom.ts'
import { isDesktop } from './kit/device.ts'
import { watchSteps } from './kit/history-place.ts'
import type { Services } from './kit/services.ts'
import { shellLookAtom, shellLookOf } from './kit/shell-look.ts'
import { askBeforeLeaving } from './session/ask-before-leaving.ts'
import { tenantIdAtom, tokenAtom, userInfoAtom } from './session/atoms.ts'
import { keepRightsFresh } from './session/keep-rights-fresh.ts'
import { createLanguages } from './session/languages.ts'
import { createSession, TOKEN_STORAGE_KEY } from './session/session.ts'
import { createStore, STORAGE_PREFIX } from './session/storage.ts'
import { watchUnsavedInput } from './session/unsaved-input.ts'
import { createReconnection } from './shell/connection.ts'
import { changeSettings, parseSettings, SETTINGS_KEY, settingsAtom } from './shell/settings.ts'
import { lowAppIdAtom, tabsAtom } from './shell/tabs-atom.ts'
import { text } from './text/zh-CN.ts'

/** How long a window says that it now belongs to somebody else. */
const REPLACED_SECONDS = 10

interface Surroundings {
  reload(): void
  /** Whether the server answers at all. */
  probe(): Promise<boolean>
  adapter?: AxiosAdapter
}

/** Wires state, storage, HTTP and session: everything that the shell stands on. */
export function wireApp(config: AppConfig, { reload, probe, adapter }: Surroundings) {
  watchSteps()
  const atoms = createAtomStore()
  const kept = createStore(() => localStorage)
  const tab = createStore(() => sessionStorage)
  const bus = createAnnouncementBus()

  const asked = retryReads(
    createHttp(
      {
        baseUrl: config.apiBase,
        signatureSalt: config.signatureSalt,
        readsAreRetried: true,
        ...(adapter ? { adapter } : {}),
      },
      {
        token: () => atoms.get(tokenAtom),
        tenantId: () => atoms.get(tenantIdAtom),
        language: () => (currentLanguage() === OWN_LANGUAGE ? null : currentLanguage()),
        lowAppId: () => atoms.get(lowAppIdAtom),
        inWorkChat: () =>
          config.openPathUserAgent !== '' &&
          new RegExp(config.openPathUserAgent, 'i').test(navigator.userAgent),
        announce: bus.announce,
        ended: (reason) => session.endReason.ended(reason),
        changed: () => atoms.set(changesAtom, (count) => count + 1),
      },
    ),
    {
      ...createReconnection(atoms, probe),
      signedInAgain: () => {
        if (!atoms.get(sessionExpiredAtom)) return null
        return new Promise((resolve) => {
          const stop = atoms.sub(sessionExpiredAtom, () => {
            if (atoms.get(sessionExpiredAtom)) return
            stop()
            resolve(atoms.get(tokenAtom) !== null)
          })
        })
      },
    },
  )
  const { http, ahead } = readAhead(asked, () => `${currentLanguage()} ${atoms.get(tokenAtom)}`)
  const session = createSession({
    atoms,
    kept,
    tab,
    http: () => http,
    isOtherServer: config.server === 'other',
  })
  session.restore()

  atoms.set(shellLookAtom, shellLookOf(config))
  const settings = parseSettings(kept.get(SETTINGS_KEY))
  // Before the first drawing: a sidebar that closes in front of the user's eyes moves the whole page.
  atoms.set(settingsAtom, isDesktop() ? settings : changeSettings(settings, { sidebarOpened: false }))
  atoms.sub(settingsAtom, () => kept.set(SETTINGS_KEY, atoms.get(settingsAtom)))

  // Open tabs belong to the user who opened them.
  let owner = atoms.get(userInfoAtom)?.username
  atoms.sub(userInfoAtom, () => {
    const user = atoms.get(userInfoAtom)?.username
    if (user !== owner) atoms.set(tabsAtom, null)
    owner = user
  })

  const unsaved = watchUnsavedInput({
    active: () => atoms.get(tabsAtom)?.active ?? '',
    isOpen: (tab) => atoms.get(tabsAtom)?.tabs.some(({ key }) => key === tab) ?? false,
  })

  // Signing in or out in another browser tab counts here, too.
  window.addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_PREFIX + TOKEN_STORAGE_KEY && key !== null) return
    // What is half filled here is not lost by signing out there: the same user may sign in again on top of it.
    if (kept.get(TOKEN_STORAGE_KEY) === null && atoms.get(tokenAtom) !== null && unsaved.exists()) {
      atoms.set(sessionExpiredAtom, true)
      return
    }
    const before = atoms.get(userInfoAtom)?.username
    session.restore()
    atoms.set(sessionExpiredAtom, false)
    const now = atoms.get(userInfoAtom)
    if (before !== undefined && now && now.username !== before)
      bus.announce({
        how: 'notification',
        text: text.session.replaced(now.realname),
        seconds: REPLACED_SECONDS,
        signOutAfterMs: null,
      })
  })
  const refreshRights = keepRightsFresh(atoms, session)
  const languages = createLanguages({ atoms, kept, session, http })
  const asking = askBeforeLeaving(unsaved, () => atoms.get(tokenAtom) !== null)
  const services: Services = {
    config,
    session,
    refreshRights,
    http,
    ahead,
    kept,
    reload: () => asking.leave(reload),
    languages,
  }
  return { atoms, services, bus, unsaved }
}
