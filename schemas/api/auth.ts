import { type Static, Type } from 'typebox'
import { nullable, treeShape } from './answer.ts'
import { keptItems } from './dict.ts'
import { sliderProof } from './sign-in.ts'

const text = (maxLength: number) => Type.String({ maxLength })

/** POST /sys/login. Further keys of other clients (remember_me, loginType) are ignored. */
export const loginBody = Type.Object({
  username: text(100),
  password: text(256),
  /** Opens an account that is closed after wrong passwords, for one more try. */
  slider: Type.Optional(sliderProof),
  /** What the caller reads in the picture of /sys/randomImage/{checkKey}. */
  captcha: Type.Optional(nullable(text(20))),
  checkKey: Type.Optional(nullable(text(64))),
  /** Organisation code of the department to begin in. */
  loginOrgCode: Type.Optional(nullable(text(64))),
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

const string = Type.String()
const integer = Type.Integer()
const boolean = Type.Boolean()

/** The signed-in user's own record on the wire; without password and salt. */
export const userInfoShape = Type.Object({
  id: string,
  username: string,
  realname: string,
  avatar: nullable(string),
  birthday: nullable(string),
  sex: nullable(integer),
  email: nullable(string),
  phone: nullable(string),
  orgCode: nullable(string),
  orgCodeTxt: string,
  status: integer,
  workNo: nullable(string),
  post: nullable(string),
  telephone: nullable(string),
  userIdentity: nullable(integer),
  language: nullable(string),
  mustChangePassword: boolean,
  mustSetSecondFactor: boolean,
})
export type UserInfo = Static<typeof userInfoShape>

/** A department that a user belongs to, and its tenant. */
export const ownDepartShape = Type.Object({
  id: string,
  orgCode: string,
  departName: string,
  tenantId: integer,
})
export type OwnDepart = Static<typeof ownDepartShape>

/** A tenant that a user may work in. */
const ownTenantShape = Type.Object({ id: integer, name: string, status: integer })
export type OwnTenant = Static<typeof ownTenantShape>

/** `result` of a sign-in. */
export const signInShape = Type.Object({
  token: string,
  userInfo: userInfoShape,
  departs: Type.Array(ownDepartShape),
  /** 0 none, 1 set by itself, 2 to be chosen. */
  multi_depart: Type.Enum([0, 1, 2]),
  tenantList: Type.Array(ownTenantShape),
  sysAllDictItems: keptItems,
  /** State of these items, as /sys/dict/version names it. */
  sysDictVersion: Type.String(),
})
export type SignInResult = Static<typeof signInShape>

/** `result` of /sys/user/getUserInfo. */
export const ownInfoShape = Type.Object({
  userInfo: Type.Object({
    ...userInfoShape.properties,
    loginTenantId: integer,
    roles: Type.Array(Type.Object({ value: string, roleName: string })),
    homePath: string,
  }),
  sysAllDictItems: keptItems,
})
export type OwnInfo = Static<typeof ownInfoShape>

/** `result` of /sys/loginGetUserDeparts: what may be chosen before the sign-in. */
export const departsBeforeShape = Type.Object({
  departs: Type.Array(Type.Object({ orgCode: string, departName: string })),
  currentOrgCode: string,
})
export type DepartsBefore = Static<typeof departsBeforeShape>

/** `result` of getCurrentUserDeparts. */
export const ownDepartsShape = Type.Object({ list: Type.Array(ownDepartShape), orgCode: string })

/** `result` of selectTenant. */
export const tenantChosen = Type.Object({ departs: Type.Array(ownDepartShape) })
/** `result` of selectDepart. */
export const departChosen = Type.Object({ userInfo: userInfoShape })

const menuItemShape = Type.Object({
  id: string,
  path: string,
  name: string,
  component: string,
  route: Type.Enum(['1', '0']),
  hidden: Type.Optional(Type.Literal(true)),
  alwaysShow: Type.Optional(Type.Literal(true)),
  redirect: Type.Optional(string),
  meta: Type.Object({
    title: string,
    icon: Type.Optional(string),
    keepAlive: boolean,
    internalOrExternal: boolean,
    componentName: Type.Optional(string),
    url: Type.Optional(string),
    permissionList: Type.Optional(Type.Array(string)),
    /** Ours: code of the form document whose list the entry opens. */
    form: Type.Optional(string),
  }),
})

/** An entry of the menu. */
export interface WireMenuItem extends Static<typeof menuItemShape> {
  children?: WireMenuItem[]
}

/** A button: type 1 is visible when granted, 2 enabled when granted; status 0 switches the rule off. */
const authShape = Type.Object({
  action: string,
  type: string,
  describe: string,
  status: Type.Optional(nullable(string)),
})
export type WireAuth = Static<typeof authShape>

/** `result` of getPermCode: the buttons without the menu. */
export const buttonsShape = Type.Object({
  auth: Type.Array(authShape),
  allAuth: Type.Array(authShape),
  codeList: Type.Array(string),
  sysSafeMode: boolean,
})

/** `result` of getUserPermissionByToken. */
export const rightsShape = Type.Object({
  menu: Type.Array(treeShape<WireMenuItem>('MenuItem', menuItemShape, 'absent')),
  /** Ours: the page that the user begins with, where one is kept for them. */
  homePath: Type.Optional(string),
  ...buttonsShape.properties,
})
export type WireRights = Static<typeof rightsShape>
