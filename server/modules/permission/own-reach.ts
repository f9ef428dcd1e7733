import type { PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import { mayGiveEverything } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { Documents } from '../document/documents.ts'
import { heldBy, narrowedForms, opens } from '../role/granting.ts'
import { ownDataRules } from '../role/roles-beyond.ts'

/** What decides how far a user who is no administrator may change the menu. */
export interface ReachParts {
  sessions: Pick<SessionStore, 'rights' | 'forgetRights'>
  documents: Pick<Documents, 'resolve' | 'page'>
}

/** Said to a user who would lift or get round a rule that narrows the user's own rows. */
export const NARROWED = '该数据规则限制了您自己的数据范围，不能更改'

/** The permission codes of an entry. */
export function codesOf(perms: unknown): string[] {
  return String(perms ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean)
}

/**
 * Why the session may not change these entries at all; null when it may. Whoever is no administrator changes entries that
 * he holds himself, and none whose data rules narrow his own rows.
 */
export async function entriesBeyond(
  { sessions }: ReachParts,
  client: PoolClient,
  session: Session,
  entries: readonly { id: string; name: string }[],
): Promise<string | null> {
  if (mayGiveEverything(session) || entries.length === 0) return null
  const held = await heldBy(sessions, client, session)
  const foreign = entries.find(({ id }) => !held.has(id))
  if (foreign) return `“${foreign.name}”不在您的权限范围内，不能更改`
  const own = await ownDataRules(client, session)
  return entries.some(({ id }) => own.has(id)) ? NARROWED : null
}

/** Why an entry may not come to grant what it would; null when it may. Codes that the session lacks would raise whoever holds the entry. */
export function codesBeyond(
  { documents }: ReachParts,
  session: Session,
  stored: Row | null,
  row: Row,
): { field: string; message: string } | null {
  if (mayGiveEverything(session)) return null
  const before = new Set(codesOf(stored?.perms))
  const added = codesOf(row.perms).filter((code) => !before.has(code))
  const foreign = added.find((code) => !session.permissions.has(code))
  if (foreign) return { field: 'perms', message: `您没有权限“${foreign}”，不能写入菜单` }
  // In a form where the user's rows are narrowed, an entry may be held by others whose rows are not.
  for (const narrowed of narrowedForms(session, documents)) {
    if (row.formCode === narrowed.form && stored?.formCode !== narrowed.form)
      return { field: 'formCode', message: NARROWED }
    if (opens(narrowed, added)) return { field: 'perms', message: NARROWED }
  }
  return null
}
