import { atom } from 'jotai'
import type { DictItems } from '../api/dict-items.ts'
import { greetingOf } from './greeting.ts'
import type { MenuItem, PermissionEntry, UserInfo } from './wire.ts'

/** What the server granted; null until it was asked. */
export interface GrantedRights {
  menu: readonly MenuItem[]
  /** The page that the user begins with, where the server names one. It stays until the next sign-in or start. */
  homePath?: string
  auth: readonly PermissionEntry[]
  allAuth: readonly PermissionEntry[]
  sysSafeMode: boolean
}

/** Null means signed out. */
export const tokenAtom = atom<string | null>(null)
export const userInfoAtom = atom<UserInfo | null>(null)
export const tenantIdAtom = atom<string | null>(null)
export const rightsAtom = atom<GrantedRights | null>(null)
export const dictItemsAtom = atom<DictItems>({})

/** The session ends now, and another one of the same user takes its place. */
export const replacingSessionAtom = atom(false)

/** The token for which the server refused everything but the change of the password. */
export const refusedTokenAtom = atom<string | null>(null)
/** The password has to be changed before anything else; a new session asks the server anew. */
export const passwordChangeAtom = atom((get) => {
  const token = get(tokenAtom)
  if (token === null) return false
  return get(refusedTokenAtom) === token || get(userInfoAtom)?.mustChangePassword === true
})

/** The token for which the server refused everything but the setup of a second factor. */
export const factorRefusedTokenAtom = atom<string | null>(null)
/** A second factor has to be set up before anything else. */
export const secondFactorAtom = atom((get) => {
  const token = get(tokenAtom)
  if (token === null) return false
  return get(factorRefusedTokenAtom) === token || get(userInfoAtom)?.mustSetSecondFactor === true
})

/** The session's user, under the names of the wire. */
export interface SessionUser {
  token: string | null
  username: string
  realname: string
  tenantid: string | null
  welcome: string
  avatar: string
  permissionList: readonly MenuItem[]
  info: UserInfo | null
  sysSafeMode: boolean
}

export const sessionUserAtom = atom<SessionUser>((get) => {
  const info = get(userInfoAtom)
  const rights = get(rightsAtom)
  return {
    token: get(tokenAtom),
    username: info?.username ?? '',
    realname: info?.realname ?? '',
    tenantid: get(tenantIdAtom),
    welcome: info ? greetingOf(new Date()) : '',
    avatar: info?.avatar ?? '',
    permissionList: rights?.menu ?? [],
    info,
    sysSafeMode: rights?.sysSafeMode ?? false,
  }
})
