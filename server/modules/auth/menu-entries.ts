import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

const TABLE = 'sys_permission'

/** Pages and buttons of the menu, in their order. */
export type MenuEntries = () => Promise<readonly MenuEntry[]>
export type MenuEntry = Awaited<ReturnType<typeof readEntries>>[number]

function readEntries(read: Kysely<Tables>) {
  return read
    .selectFrom(TABLE)
    .select([
      'id',
      'parent_id',
      'name',
      'url',
      'component',
      'component_name',
      'redirect',
      'menu_type',
      'perms',
      'perms_type',
      'always_show',
      'icon',
      'is_route',
      'keep_alive',
      'hidden',
      'internal_or_external',
      'form_code',
      'status',
    ])
    .where('del_flag', '=', 0)
    .orderBy('sort_no')
    .orderBy('name')
    .execute()
}

/**
 * The entries of the menu, read once until their table changes: each user is told of the own ones at every start, and reading ten thousand takes a
 * tenth of a second. `counter` grows with each change; null while changes might go unheard.
 */
export function createMenuEntries(
  read: Kysely<Tables>,
  changes: { counter(table: string): number | null },
): MenuEntries {
  let kept: { counter: number; entries: Promise<readonly MenuEntry[]> } | null = null
  return () => {
    // Before the statement begins: a change meanwhile makes worthless what it reads.
    const counter = changes.counter(TABLE)
    if (counter === null) return readEntries(read)
    if (kept?.counter === counter) return kept.entries
    const entries = readEntries(read)
    const fresh = { counter, entries }
    kept = fresh
    entries.catch(() => {
      if (kept === fresh) kept = null
    })
    return entries
  }
}
