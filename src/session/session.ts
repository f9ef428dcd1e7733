import type { createStore as createJotaiStore } from 'jotai'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { SliderProof } from '#schemas/api/sign-in.ts'
import { type Http, resultOf } from '../api/http.ts'
import {
  dictItemsAtom,
  type GrantedRights,
  rightsAtom,
  tenantIdAtom,
  tokenAtom,
  userInfoAtom,
} from './atoms.ts'
import { SESSION_LIFETIME_MS, type Store } from './storage.ts'
import type { Depart, DictItems, PermissionEntry, Rights, SignInAnswer, Tenant, UserInfo } from './wire.ts'

type Atoms = ReturnType<typeof createJotaiStore>

/** Names in storage; the ones that every client of this wire uses. */
const KEY = {
  token: 'Access-Token',
  username: 'Login_Username',
  userInfo: 'Login_Userinfo',
  dictItems: 'UI_CACHE_DB_DICT_DATA',
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
}

export interface Credentials {
  username: string
  password: string
  /** Opens an account that was closed after wrong passwords, once. */
  slider?: SliderProof
}

/** What a user with several departments or tenants chose at sign-in. */
export interface SignInChoice {
  orgCode?: string
  tenantId?: number
}

/** What can happen to a session. State lives in the atoms, so that every screen sees it at once. */
export interface Session {
  /** Takes up what storage holds: at start, and when another browser tab changed it. */
  restore(): void
  /** Asks the server; nothing is kept yet, since a department or tenant may have to be chosen first. */
  authenticate(credentials: Credentials): Promise<SignInAnswer>
  authenticateByPhone(mobile: string, captcha: string): Promise<SignInAnswer>
  /** `service` is the address that the ticket was made for. */
  authenticateByCas(ticket: string, service: string): Promise<SignInAnswer>
  /** Exchanges the one-time token that another system's gateway got for this user. */
  authenticateByThirdParty(token: string, source: string): Promise<SignInAnswer>
  /** Keeps an answer of any sign-in call (token, user, dictionary items), after the choice went to the server. */
  accept(answer: SignInAnswer, choice?: SignInChoice): Promise<void>
  /** Everything of the user is gone before the server is told; a failing server changes nothing. */
  signOut(options?: { quiet?: boolean }): Promise<void>
  /** As signOut, without telling the server: its answer was that the token is worth nothing. */
  forget(): void
  loadRights(): Promise<GrantedRights>
  departs(): Promise<{ list: Depart[]; orgCode: string | null }>
  selectDepart(orgCode: string): Promise<void>
  refreshDictionaries(): Promise<boolean>
  updatePassword(change: {
    oldpassword: string
    password: string
    confirmpassword: string
  }): Promise<Envelope<unknown>>
}

/** Wires the session's flows to storage, atoms and server. */
export function createSession({ atoms, kept, tab, http }: SessionParts): Session {
  /** The menu is asked for ahead of the first drawing, and then by the guard: once. */
  let loading: Promise<GrantedRights> | null = null
  const keep = (name: string, value: unknown) => kept.set(name, value, SESSION_LIFETIME_MS)

  function setUser(user: UserInfo): void {
    keep(KEY.username, user.username)
    keep(KEY.userInfo, user)
    atoms.set(userInfoAtom, user)
  }

  function setDictionaries(items: DictItems): void {
    keep(KEY.dictItems, items)
    atoms.set(dictItemsAtom, items)
  }

  async function accept(answer: SignInAnswer, choice: SignInChoice = {}): Promise<void> {
    const tenants = effectiveTenants(answer)
    const tenantId = choice.tenantId ?? (tenants.length === 1 ? tenants[0]?.id : undefined)
    if (tenantId !== undefined) chooseTenant(tenantId)
    if (tenants.length > 1 && tenantId !== undefined)
      resultOf(
        await http().post<Envelope<unknown>>(
          '/sys/selectTenant',
          { tenantId },
          { headers: { 'X-Access-Token': answer.token } },
        ),
      )
    const user = choice.orgCode
      ? await switchDepart(choice.orgCode, answer.userInfo.username, answer.token)
      : answer.userInfo
    // The token last: the guard lets the user in as soon as it is there.
    setUser(user)
    if (answer.sysAllDictItems) setDictionaries(answer.sysAllDictItems)
    keep(KEY.token, answer.token)
    atoms.set(tokenAtom, answer.token)
  }

  async function switchDepart(
    orgCode: string,
    username: string | undefined,
    token: string | null,
  ): Promise<UserInfo> {
    const { userInfo } = resultOf(
      await http().post<Envelope<{ userInfo: UserInfo }>>(
        '/sys/selectDepart',
        { orgCode, username },
        token ? { headers: { 'X-Access-Token': token } } : {},
      ),
    )
    keep(KEY.depart, orgCode)
    return userInfo
  }

  function forget(): void {
    for (const name of [KEY.token, KEY.username, KEY.userInfo, KEY.dictItems, KEY.tenant]) kept.remove(name)
    for (const name of [KEY.auth, KEY.allAuth]) tab.remove(name)
    atoms.set(tokenAtom, null)
    atoms.set(userInfoAtom, null)
    atoms.set(tenantIdAtom, null)
    atoms.set(rightsAtom, null)
    atoms.set(dictItemsAtom, {})
  }

  async function fetchRights(): Promise<GrantedRights> {
    const token = atoms.get(tokenAtom)
    const rights = resultOf(await http().get<Envelope<Rights>>('/sys/permission/getUserPermissionByToken'))
    // Somebody else signed in while the answer was under way: it is not about him.
    if (atoms.get(tokenAtom) !== token) return fetchRights()
    const granted: GrantedRights = {
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

  return {
    accept,
    forget,

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

    async authenticate(credentials) {
      const answer = await http().post<Envelope<SignInAnswer>>(
        '/sys/login',
        // The wire's clients say so; a session is kept for 7 days in any case.
        { remember_me: true, ...credentials },
        { quiet: true },
      )
      return admitted(answer)
    },

    authenticateByPhone: async (mobile, captcha) =>
      admitted(await http().post('/sys/phoneLogin', { mobile, captcha }, { quiet: true })),

    authenticateByCas: async (ticket, service) =>
      admitted(await http().get('/sys/cas/client/validateLogin', { ticket, service }, { quiet: true })),

    authenticateByThirdParty: async (token, source) =>
      admitted(
        await http().get(
          `/sys/thirdLogin/getLoginUser/${encodeURIComponent(token)}/${encodeURIComponent(source)}`,
          {},
          { quiet: true },
        ),
      ),

    async signOut({ quiet = false } = {}) {
      const token = atoms.get(tokenAtom)
      forget()
      if (!token) return
      // The failure is announced by the client; signing out has happened either way.
      await http()
        .post('/sys/logout', {}, { headers: { 'X-Access-Token': token }, quiet })
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
        await http().get<Envelope<{ list: Depart[] | null; orgCode: string | null }>>(
          '/sys/user/getCurrentUserDeparts',
        ),
      )
      return { list: answer.list ?? [], orgCode: answer.orgCode }
    },

    async selectDepart(orgCode) {
      setUser(await switchDepart(orgCode, atoms.get(userInfoAtom)?.username, null))
    },

    async refreshDictionaries() {
      const refreshed = await http().get<Envelope<unknown>>('sys/dict/refleshCache', {}, { quiet: true })
      if (!refreshed.success) return false
      const all = await http().get<Envelope<DictItems>>('sys/dict/queryAllDictItems', {}, { quiet: true })
      if (!all.success) return false
      setDictionaries(all.result)
      return true
    },

    updatePassword: (change) =>
      http().post<Envelope<unknown>>('/sys/user/updatePassword', {
        username: atoms.get(userInfoAtom)?.username,
        ...change,
      }),
  }

  function chooseTenant(id: number): void {
    keep(KEY.tenant, String(id))
    atoms.set(tenantIdAtom, String(id))
  }
}

/** The answer of a sign-in call, if it let the user in. */
function admitted(answer: Envelope<SignInAnswer>): SignInAnswer {
  // The wire's own oddity: the string, not the number.
  if (answer.code !== '200') throw new SignInRefused(answer.message, answer.result)
  return answer.result
}

/** Tenants that are in force. */
export function effectiveTenants({ tenantList }: SignInAnswer): Tenant[] {
  return (tenantList ?? []).filter(({ status }) => status === undefined || Number(status) === 1)
}

/** Wrong password, locked account and the like: the server's own words. */
export class SignInRefused extends Error {
  /** What the server added to its words. */
  readonly detail: unknown
  constructor(message: string, detail: unknown = null) {
    super(message)
    this.name = 'SignInRefused'
    this.detail = detail
  }
}

/** Lists of the session storage, for the checks that look there. */
export function storedPermissions(tab: Store): { auth: PermissionEntry[]; allAuth: PermissionEntry[] } {
  return {
    auth: tab.get<PermissionEntry[]>(KEY.auth) ?? [],
    allAuth: tab.get<PermissionEntry[]>(KEY.allAuth) ?? [],
  }
}
