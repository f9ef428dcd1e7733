import { type Static, Type } from 'typebox'
import { sliderProof } from './sign-in.ts'

const text = (maxLength: number) => Type.String({ maxLength })

/** POST /sys/login. Further keys of older clients (captcha, checkKey, remember_me) are ignored. */
export const loginBody = Type.Object({
  username: text(100),
  password: text(256),
  /** Opens an account that is closed after wrong passwords, for one more try. */
  slider: Type.Optional(sliderProof),
})
export type LoginBody = Static<typeof loginBody>

/** PUT or POST /sys/user/updatePassword; `username`, when given, must be the caller's own. */
export const passwordChangeBody = Type.Object({
  username: Type.Optional(text(100)),
  oldpassword: Type.Optional(text(256)),
  password: Type.Optional(text(256)),
  confirmpassword: Type.Optional(text(256)),
})
export type PasswordChangeBody = Static<typeof passwordChangeBody>

/** PUT or POST /sys/selectDepart. */
export const departChoiceBody = Type.Object({ orgCode: text(64), username: Type.Optional(text(100)) })
export type DepartChoiceBody = Static<typeof departChoiceBody>

/** A user as the wire shows him to himself; password and salt never leave. */
export interface UserInfo {
  id: string
  username: string
  realname: string
  avatar: string | null
  birthday: string | null
  sex: number | null
  email: string | null
  phone: string | null
  orgCode: string | null
  orgCodeTxt: string
  status: number
  workNo: string | null
  post: string | null
  telephone: string | null
  userIdentity: number | null
  mustChangePassword: boolean
}

/** A department that a user belongs to. */
export interface OwnDepart {
  id: string
  orgCode: string
  departName: string
  /** Tenant it belongs to. */
  tenantId: number
}

/** A tenant that a user may work in. */
export interface OwnTenant {
  id: number
  name: string
  status: number
}

/** `result` of a sign-in. */
export interface SignInResult {
  token: string
  userInfo: UserInfo
  departs: OwnDepart[]
  /** 0 none, 1 set by itself, 2 to be chosen. */
  multi_depart: 0 | 1 | 2
  tenantList: OwnTenant[]
  sysAllDictItems: Record<string, { value: string; text: string; title: string }[]>
}

/** An entry of the menu. */
export interface WireMenuItem {
  id: string
  path: string
  name: string
  component: string
  route: '1' | '0'
  hidden?: true
  alwaysShow?: true
  redirect?: string
  meta: {
    title: string
    icon?: string
    keepAlive: boolean
    internalOrExternal: boolean
    componentName?: string
    url?: string
    permissionList?: string[]
    /** Ours: code of the form document whose list the entry opens. */
    form?: string
  }
  children?: WireMenuItem[]
}

/** A button: type 1 is visible when granted, 2 enabled when granted; status 0 switches the rule off. */
export interface WireAuth {
  action: string
  type: string
  describe: string
  status?: string
}

/** `result` of getUserPermissionByToken. */
export interface WireRights {
  menu: WireMenuItem[]
  auth: WireAuth[]
  allAuth: WireAuth[]
  codeList: string[]
  sysSafeMode: boolean
}
