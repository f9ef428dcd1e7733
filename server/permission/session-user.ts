import { type FormUser, formVariables, type Variables } from '#schemas/compile/form-variables.ts'
import type { Session } from './session.ts'

/** The session's user as documents know him. */
export function sessionUser(session: Session): FormUser {
  const { userId: id, username, realname, orgCode, orgCodes, tenantId } = session
  return { id, username, realname, orgCode, orgCodes, tenantId }
}

/** A file of rows asks for each of them; the time among them is told to the second. */
const lastAsked = new WeakMap<Session, { second: number; variables: Variables }>()

/** What `#{…}` stands for in a rule that narrows this session's rows. */
export function sessionVariables(session: Session, now: Date): Variables {
  const second = Math.floor(now.getTime() / 1000)
  const last = lastAsked.get(session)
  if (last?.second === second) return last.variables
  const variables = formVariables(sessionUser(session), now)
  lastAsked.set(session, { second, variables })
  return variables
}
