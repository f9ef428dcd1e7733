import { atom } from 'jotai'
import { greetingOf } from './greeting.ts'
import type { DictItems, MenuItem, PermissionEntry, UserInfo } from './wire.ts'

/** What the server granted; null until it was asked. */
export interface GrantedRights {
  menu: readonly MenuItem[]
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
