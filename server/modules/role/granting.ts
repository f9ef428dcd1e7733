import type { PoolClient } from 'pg'
import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import { type AppError, badRequest, forbidden } from '../../errors.ts'
import { mayGiveEverything } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { Documents } from '../document/documents.ts'
import { rowNarrowings } from './row-narrowing.ts'
import { knownPermissions, permissionsWithin } from './store.ts'

/* The rules of every change of grants, whoever they are given to. */

/** What two people change at the same time is all kept: only the difference to what each was shown counts. */
export function difference(
  shown: readonly string[],
  wanted: readonly string[],
  current: readonly string[],
): { added: string[]; removed: string[] } {
  const [seen, asked, held] = [new Set(shown), new Set(wanted), new Set(current)]
  return {
    added: [...asked].filter((id) => !seen.has(id) && !held.has(id)),
    removed: [...seen].filter((id) => !asked.has(id) && held.has(id)),
  }
}

/** What is held after a change. */
export function apply(
  before: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): string[] {
  const gone = new Set(removed)
  return [...before.filter((id) => !gone.has(id)), ...added]
}

/** What a change of grants is part of: its transaction, and what must still be held for the change to be made. */
export interface PartOfChange {
  client: PoolClient
  left: readonly string[]
  /** Runs something once the transaction is committed. */
  afterCommit(work: () => void): void
}

/** Refuses to take a change back after which further ones were made. */
export function refuseChanged(held: readonly string[], within: PartOfChange | undefined): void {
  if (!within) return
  const left = new Set(within.left)
  if (held.length !== left.size || held.some((id) => !left.has(id))) throw changedSince()
}

/** What is answered to who would take back a change after which others were made. */
export function changedSince(): AppError {
  return badRequest('此操作之后权限又有更改（或已经撤销），不能撤销')
}

/** Ids of the permissions that a session may give: those that its roles hold, of a key only those within the key's rights. */
export async function heldBy(
  sessions: Pick<SessionStore, 'rights'>,
  client: PoolClient,
  session: Session,
): Promise<ReadonlySet<string>> {
  const byRoles = (await sessions.rights(session))?.permissionIds ?? new Set<string>()
  if (!session.only) return byRoles
  const within = await permissionsWithin(client, session.permissions)
  return new Set(session.isAdmin ? within : within.filter((id) => byRoles.has(id)))
}

/** Refuses a right that one does not hold oneself: it can neither be given nor taken. */
export async function refuseForeign(
  sessions: Pick<SessionStore, 'rights'>,
  client: PoolClient,
  session: Session,
  ids: readonly string[],
): Promise<void> {
  const known = await knownPermissions(client, ids)
  if (ids.some((id) => !known.has(id))) throw badRequest('权限不存在')
  if (mayGiveEverything(session)) return
  const own = await heldBy(sessions, client, session)
  if (ids.some((id) => !own.has(id))) throw forbidden()
}

/** A form in which rules narrow the rows of the session's user. */
interface NarrowedForm {
  form: string
  /** Prefix of its permission codes. */
  rights: string
}

/** The forms in which data or row rules narrow the session's user; none for an administrator. */
export function narrowedForms(session: Session, documents: Pick<Documents, 'resolve'>): NarrowedForm[] {
  if (session.isAdmin) return []
  const byMenus = [...session.forms].flatMap(([code, { menuRules }]) => {
    const form = menuRules.length > 0 ? documents.resolve(code) : null
    return form ? [{ form: form.code, rights: form.rights }] : []
  })
  return [...byMenus, ...rowNarrowings(session, documents)]
}

/** True when one of these permission codes opens the form. */
export function opens({ rights }: NarrowedForm, codes: readonly string[]): boolean {
  return codes.some((code) => code.startsWith(`${rights}:`) || code === FORM_DESIGN)
}
