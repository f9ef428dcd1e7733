import type { Condition } from '#schemas/page/condition.ts'

/** What a user was granted on one form beyond its buttons. */
export interface FormGrants {
  /** Controlled columns that were granted. */
  visible: ReadonlySet<string>
  editable: ReadonlySet<string>
  /** Codes of the document's row rules. */
  rows: ReadonlySet<string>
  /** Data rules of the menus that lead to the form, joined with AND. */
  menuRules: readonly Condition[]
}

/** The caller. Made from the token alone; nothing in a request ever changes it. */
export interface Session {
  /** Hash of the token: names the session in logs without giving it away. */
  id: string
  userId: string
  username: string
  realname: string
  tenantId: number
  /** Organisation code of the current department. */
  orgCode: string
  /** Organisation codes of all the user's departments. */
  orgCodes: readonly string[]
  roleCodes: readonly string[]
  /** Holds every right within the tenant. */
  isAdmin: boolean
  /** Permission codes that roles grant, of menus and buttons, e.g. `online:expo_exhibitor:add`; what everybody holds is not among them. */
  permissions: ReadonlySet<string>
  forms: ReadonlyMap<string, FormGrants>
  /** The user has to change the password before anything else. */
  mustChangePassword?: boolean
  /** The user has to set up a second factor before anything else. */
  mustSetSecondFactor?: boolean
  /** Of a key of an integrator: the permission codes that it has, whatever else its user may do. */
  only?: ReadonlySet<string>
  /** Grows whenever rights change; part of page versions. */
  rightsVersion: string
}
