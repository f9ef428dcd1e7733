import { type FormUser, formVariables, type Variables } from '#schemas/compile/form-variables.ts'
import type { Session } from './session.ts'

/** The session's user as documents know him. */
export function sessionUser(session: Session): FormUser {
  const { userId: id, username, realname, orgCode, orgCodes, tenantId } = session
  return { id, username, realname, orgCode, orgCodes, tenantId }
}

/** What `#{…}` stands for in a rule that narrows this session's rows. */
export function sessionVariables(session: Session, now: Date): Variables {
  return formVariables(sessionUser(session), now)
}
