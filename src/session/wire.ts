import type { DictItems } from '../api/dict-items.ts'
/** Answers of the session calls, as the wire has them. */

export interface UserInfo {
  id: string
  username: string
  realname: string
  avatar?: string | null
  orgCode?: string | null
  orgCodeTxt?: string | null
  /** The password was set by somebody else: the server answers little more than its change. */
  mustChangePassword?: boolean
  /** A role asks for a second factor: the server answers little more than its setup. */
  mustSetSecondFactor?: boolean
  [more: string]: unknown
}

export interface Depart {
  id: string
  orgCode: string
  departName: string
  /** Tenant it belongs to, where the server says so. */
  tenantId?: number
}

export interface Tenant {
  id: number
  name: string
  status?: number | string
}

export interface SignInAnswer {
  token: string
  userInfo: UserInfo
  sysAllDictItems?: DictItems
  /** State of these items; see /sys/dict/version. */
  sysDictVersion?: string
  departs?: Depart[]
  /** 0 no department, 1 one (taken by the server), 2 the user chooses. */
  multi_depart?: 0 | 1 | 2
  tenantList?: Tenant[] | null
}

/** `type` '1' is a menu, '2' a button or another element; `status` '0' is switched off. `action` may hold several, comma-separated. */
export interface PermissionEntry {
  action?: string | null
  type?: string | number | null
  status?: string | number | null
  describe?: string | null
}

export interface MenuItem {
  id?: string
  path: string
  name?: string
  component?: string | null
  redirect?: string | null
  hidden?: boolean
  alwaysShow?: boolean
  /** '0': not registered as a route. */
  route?: string | number | null
  meta?: {
    title?: string
    icon?: string | null
    url?: string | null
    permissionList?: readonly string[] | null
    keepAlive?: boolean
    internalOrExternal?: boolean
    componentName?: string | null
    /** Ours: code of the form document whose list the entry opens. */
    form?: string | null
  }
  children?: MenuItem[] | null
}

export interface Rights {
  menu: MenuItem[]
  /** Ours: the page that the user begins with. */
  homePath?: string
  auth: PermissionEntry[]
  allAuth: PermissionEntry[]
  sysSafeMode?: unknown
}
