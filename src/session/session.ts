import type { createStore as createJotaiStore } from 'jotai'
import type { Envelope } from '#schemas/api/envelope.ts'
import { CALL_PATHS } from '../api/call-paths.ts'
import type { DictItems } from '../api/dict-items.ts'
import { type Http, resultOf } from '../api/http.ts'
import { createStoredDictionaries, type StoredDictionaries } from '../api/stored-dictionaries.ts'
import {
  dictItemsAtom,
  type GrantedRights,
  rightsAtom,
  tenantIdAtom,
  tokenAtom,
  userInfoAtom,
} from './atoms.ts'
import { type Authentication, createAuthentication } from './authentication.ts'
import { createEndReason, type EndReason } from './end-reason.ts'
import { SESSION_LIFETIME_MS, type Store } from './storage.ts'
import type { Depart, Rights, SignInAnswer, Tenant, UserInfo } from './wire.ts'

type Atoms = ReturnType<typeof createJotaiStore>

/** Names in storage; every client of this wire uses them. */
const KEY = {
  token: 'Access-Token',
  username: 'Login_Username',
  userInfo: 'Login_Userinfo',
  dictItems: 'UI_CACHE_DB_DICT_DATA',
  dictVersion: 'UI_CACHE_DB_DICT_VERSION',
  tenant: 'TENANT_ID',
  auth: 'LOGIN_USER_BUTTON_AUTH',
  allAuth: 'SYS_BUTTON_AUTH',
  depart: 'LOGIN_DEPART',
} as const
export const TOKEN_STORAGE_KEY = KEY.token

export interface SessionParts {
  atoms: Atoms
  /** Local storage: what survives the tab. */
  kept: Store
  /** Session storage: rights. */
  tab: Store
  /** Asked when it is needed: the client itself reads the token from here. */
  http: () => Http
  /** The server is known to be another one of this wire than ours. */
  isOtherServer?: boolean
}

/** What a user with several departments or tenants chose at sign-in. */
export interface SignInChoice {
  orgCode?: string
  tenantId?: number
}

/** What can happen to a session. State lives in the atoms, so that every screen sees it at once. */
export interface Session extends Authentication {
  /** Takes up what storage holds: at start, and when another browser tab changed it. */
  restore(): void
  /** Keeps an answer of any sign-in call (token, user, dictionary items), after the choice went to the server. */
  accept(answer: SignInAnswer, choice?: SignInChoice): Promise<void>
  /** Everything of the user is gone before the server is told; a failing server changes nothing. `quiet`: not the user's wish. */
  signOut(options?: { quiet?: boolean }): Promise<void>
  endReason: Pick<EndReason, 'ended' | 'read'>
  loadRights(): Promise<GrantedRights>
  departs(): Promise<{ list: Depart[]; orgCode: string | null }>
  selectDepart(orgCode: string): Promise<void>
  /** Asks the server who the user is now: a name, or what the account still owes, has changed. */
  refreshUser(): Promise<void>
  /** The department that was chosen last in this browser, for 7 days. */
  rememberedDepart(): string | null
  refreshDictionaries(): Promise<boolean>
  dictionaries: StoredDictionaries
  updatePassword(change: {
    oldpassword: string
    password: string
    confirmpassword: string
  }): Promise<Envelope<unknown>>
}

/** Wires the session's flows to storage, atoms and server. */
export function createSession({ atoms, kept, tab, http, isOtherServer = false }: SessionParts): Session {
  const endReason = createEndReason(kept)
  /** The menu is asked for ahead of the first drawing, and then by the guard: once. */
  let loading: Promise<GrantedRights> | null = null
  const keep = (name: string, value: unknown) => kept.set(name, value, SESSION_LIFETIME_MS)

  function setUser(user: UserInfo): void {
    keep(KEY.username, user.username)
    keep(KEY.userInfo, user)
    atoms.set(userInfoAtom, user)
  }

  function setDictionaries(items: DictItems, version?: string): void {
    keep(KEY.dictItems, items)
    if (version === undefined) kept.remove(KEY.dictVersion)
    else keep(KEY.dictVersion, version)
    atoms.set(dictItemsAtom, items)
  }

  async function accept(answer: SignInAnswer, choice: SignInChoice = {}): Promise<void> {
    const tenants = effectiveTenants(answer)
    const tenantId = choice.tenantId ?? (tenants.length === 1 ? tenants[0]?.id : undefined)
    if (tenantId !== undefined) chooseTenant(tenantId)
    if (tenants.length > 1 && tenantId !== undefined)
      resultOf(
        await http().post<Envelope<unknown>>(
          CALL_PATHS.selectTenant,
          { tenantId },
          { headers: { 'X-Access-Token': answer.token } },
        ),
      )
    const user = choice.orgCode
      ? await switchDepart(choice.orgCode, answer.userInfo.username, answer.token)
      : answer.userInfo
    // The token last: the guard lets the user in as soon as it is there.
    setUser(user)
    if (answer.sysAllDictItems) setDictionaries(answer.sysAllDictItems, answer.sysDictVersion)
    keep(KEY.token, answer.token)
    endReason.began()
    atoms.set(tokenAtom, answer.token)
  }

  async function switchDepart(
    orgCode: string,
    username: string | undefined,
    token: string | null,
  ): Promise<UserInfo> {
    const { userInfo } = resultOf(
      await http().post<Envelope<{ userInfo: UserInfo }>>(
        CALL_PATHS.selectDepart,
        { orgCode, username },
        token ? { headers: { 'X-Access-Token': token } } : {},
      ),
    )
    keep(KEY.depart, orgCode)
    return userInfo
  }

  function forget(): void {
    for (const name of [KEY.token, KEY.username, KEY.userInfo, KEY.dictItems, KEY.dictVersion, KEY.tenant])
      kept.remove(name)
    dictionaries.changed()
    for (const name of [KEY.auth, KEY.allAuth]) tab.remove(name)
    atoms.set(tokenAtom, null)
    atoms.set(userInfoAtom, null)
    atoms.set(tenantIdAtom, null)
    atoms.set(rightsAtom, null)
    atoms.set(dictItemsAtom, {})
  }

  async function fetchRights(): Promise<GrantedRights> {
    const token = atoms.get(tokenAtom)
    const rights = resultOf(await http().get<Envelope<Rights>>(CALL_PATHS.permissions))
    // Somebody else may have signed in meanwhile.
    if (atoms.get(tokenAtom) !== token) return fetchRights()
    const before = atoms.get(rightsAtom)
    const homePath = before ? before.homePath : rights.homePath
    const granted: GrantedRights = {
      ...(homePath === undefined ? {} : { homePath }),
      menu: rights.menu ?? [],
      auth: rights.auth ?? [],
      allAuth: rights.allAuth ?? [],
      sysSafeMode: rights.sysSafeMode === true,
    }
    tab.set(KEY.auth, granted.auth)
    tab.set(KEY.allAuth, granted.allAuth)
    atoms.set(rightsAtom, granted)
    return granted
  }

  const dictionaries = createStoredDictionaries({
    http,
    read: () => ({ items: atoms.get(dictItemsAtom), version: kept.get<string>(KEY.dictVersion) }),
    keep: setDictionaries,
  })

  return {
    ...createAuthentication(http, isOtherServer),
    accept,
    endReason,
    dictionaries,

    restore() {
      const token = kept.get<string>(KEY.token)
      const user = kept.get<UserInfo>(KEY.userInfo)
      // Somebody else signed in in another browser tab: the rights in memory are not his.
      if (user?.username !== atoms.get(userInfoAtom)?.username) atoms.set(rightsAtom, null)
      atoms.set(tokenAtom, token)
      atoms.set(userInfoAtom, token ? user : null)
      atoms.set(tenantIdAtom, kept.get<string>(KEY.tenant))
      atoms.set(dictItemsAtom, kept.get<DictItems>(KEY.dictItems) ?? {})
      if (!token) atoms.set(rightsAtom, null)
    },

    async signOut({ quiet = false } = {}) {
      const token = atoms.get(tokenAtom)
      forget()
      endReason.left(!quiet)
      if (!token) return
      await http()
        .post(CALL_PATHS.logout, {}, { headers: { 'X-Access-Token': token }, quiet })
        .catch(() => undefined)
    },

    loadRights() {
      loading ??= fetchRights().finally(() => {
        loading = null
      })
      return loading
    },

    async departs() {
      const answer = resultOf(
        await http().get<Envelope<{ list: Depart[] | null; orgCode: string | null }>>(CALL_PATHS.departs),
      )
      return { list: answer.list ?? [], orgCode: answer.orgCode }
    },

    async selectDepart(orgCode) {
      setUser(await switchDepart(orgCode, atoms.get(userInfoAtom)?.username, null))
    },

    async refreshUser() {
      setUser(resultOf(await http().get<Envelope<{ userInfo: UserInfo }>>(CALL_PATHS.ownInfo)).userInfo)
    },

    rememberedDepart: () => kept.get<string>(KEY.depart),

    async refreshDictionaries() {
      const refreshed = await http().get<Envelope<unknown>>(
        CALL_PATHS.refreshDictionaries,
        {},
        { quiet: true },
      )
      if (!refreshed.success) return false
      const all = await http().get<Envelope<DictItems>>(CALL_PATHS.dictionaries, {}, { quiet: true })
      if (!all.success) return false
      setDictionaries(all.result)
      dictionaries.changed()
      return true
    },

    updatePassword: (change) =>
      http().post<Envelope<unknown>>(CALL_PATHS.updatePassword, {
        username: atoms.get(userInfoAtom)?.username,
        ...change,
      }),
  }

  function chooseTenant(id: number): void {
    keep(KEY.tenant, String(id))
    atoms.set(tenantIdAtom, String(id))
  }
}

/** Tenants that are in force. */
export function effectiveTenants({ tenantList }: SignInAnswer): Tenant[] {
  return (tenantList ?? []).filter(({ status }) => status === undefined || Number(status) === 1)
}
