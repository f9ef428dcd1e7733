import { createHash } from 'node:crypto'
import type { UserRights } from './permission-data.ts'
import type { Session } from './session.ts'

/** Characters of the hash that name a session; far too few to be the token. */
export const ID_LENGTH = 16

/** The session that a hash names, with what its user may do in a tenant. */
export function sessionOf(hash: string, tenantId: number, rights: UserRights): Session {
  const digest = createHash('sha256')
  for (const code of [...rights.permissions].sort()) digest.update(code).update('\n')
  digest.update(
    JSON.stringify(
      [...rights.forms].map(([code, form]) => [
        code,
        [...form.visible],
        [...form.editable],
        [...form.rows],
        form.menuRules,
      ]),
    ),
  )
  digest.update(`${rights.userId} ${tenantId} ${rights.isAdmin}`)
  return {
    id: hash.slice(0, ID_LENGTH),
    userId: rights.userId,
    username: rights.username,
    realname: rights.realname,
    tenantId,
    orgCode: rights.orgCode,
    orgCodes: rights.orgCodes,
    roleCodes: rights.roleCodes,
    isAdmin: rights.isAdmin,
    permissions: rights.permissions,
    forms: rights.forms,
    mustChangePassword: rights.mustChangePassword ?? false,
    mustSetSecondFactor: rights.mustSetSecondFactor ?? false,
    rightsVersion: digest.digest('hex').slice(0, 16),
  }
}
