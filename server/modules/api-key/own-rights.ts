import type { Kysely } from 'kysely'
import type { ApiKeyRight } from '#schemas/api/api-key.ts'
import type { Tables } from '../../database/tables.ts'
import { forest } from '../../forest.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'

/** Rights that a key never has: with them it could make further keys, or give rights away. */
const NEVER = /^system:apiKey:/

/** Whether a session may give a right to a key. */
export function mayGive(session: Session, code: string): boolean {
  return !NEVER.test(code) && may(session, 'use', { permission: code }).allowed
}

/** The first of the codes that no entry of the menu has: a key with it could do nothing, or later something unforeseen. */
export async function unknownRight(
  read: Kysely<Tables>,
  codes: readonly string[],
): Promise<string | undefined> {
  const rows = await read.selectFrom('sys_permission').select('perms').where('del_flag', '=', 0).execute()
  const known = new Set(rows.flatMap(({ perms }) => (perms ?? '').split(',').map((code) => code.trim())))
  return codes.find((code) => !known.has(code))
}

/** The menu with its buttons, as far as the session holds rights in it. */
export async function ownRights(read: Kysely<Tables>, session: Session): Promise<ApiKeyRight[]> {
  const rows = await read
    .selectFrom('sys_permission')
    .select(['id', 'parent_id', 'name', 'perms'])
    .where('del_flag', '=', 0)
    .orderBy('sort_no')
    .orderBy('name')
    .execute()
  return forest<(typeof rows)[number], ApiKeyRight>(
    rows,
    { id: (row) => row.id, parent: (row) => row.parent_id },
    ({ id, name, perms }, children) => {
      const codes = (perms ?? '')
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean)
      const isHeld = codes.length > 0 && codes.every((code) => mayGive(session, code))
      if (!isHeld && children.length === 0) return null
      return {
        key: id,
        title: name,
        code: isHeld ? codes.join(',') : '',
        ...(children.length > 0 ? { children } : {}),
      }
    },
  )
}
