import type { Kysely } from 'kysely'
import type { PermissionEntry } from '#schemas/api/permission.ts'
import type { Tables } from '../../database/tables.ts'

/** Which entries are asked for; all where nothing is said. */
type Wanted = 'all' | 'roots' | { below: readonly string[] }

/** What an entry shows of its row. */
const SHOWN = [
  'p.id',
  'p.parent_id',
  'p.name',
  'p.perms',
  'p.perms_type',
  'p.icon',
  'p.component',
  'p.component_name',
  'p.url',
  'p.redirect',
  'p.sort_no',
  'p.menu_type',
  'p.is_route',
  'p.keep_alive',
  'p.description',
  'p.del_flag',
  'p.always_show',
  'p.hidden',
  'p.hide_tab',
  'p.status',
  'p.rule_flag',
  'p.internal_or_external',
  'p.form_code',
] as const

/** Entries of the menu in their order, without those below them. */
export async function entriesOf(read: Kysely<Tables>, wanted: Wanted): Promise<PermissionEntry[]> {
  let query = read
    .selectFrom('sys_permission as p')
    .select(SHOWN)
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('sys_permission as c')
            .select('c.id')
            .whereRef('c.parent_id', '=', 'p.id')
            .where('c.del_flag', '=', 0),
        )
        .as('has_children'),
    )
    .where('p.del_flag', '=', 0)
    .orderBy('p.sort_no')
    .orderBy('p.name')
  if (wanted === 'roots')
    query = query.where((row) => row.or([row('p.parent_id', 'is', null), row('p.parent_id', '=', '')]))
  else if (wanted !== 'all') query = query.where('p.parent_id', 'in', [...wanted.below])
  return (await query.execute()).map((row) => ({
    id: row.id,
    key: row.id,
    title: row.name,
    parentId: row.parent_id ?? '',
    name: row.name,
    perms: row.perms,
    permsType: row.perms_type,
    icon: row.icon,
    component: row.component,
    componentName: row.component_name,
    url: row.url,
    redirect: row.redirect,
    sortNo: row.sort_no,
    menuType: row.menu_type,
    isLeaf: !row.has_children,
    leaf: !row.has_children,
    route: row.is_route === 1,
    keepAlive: row.keep_alive === 1,
    description: row.description,
    delFlag: row.del_flag,
    alwaysShow: row.always_show === 1,
    hidden: row.hidden === 1,
    hideTab: row.hide_tab === 1,
    status: row.status,
    ruleFlag: row.rule_flag,
    internalOrExternal: row.internal_or_external === 1,
    formCode: row.form_code,
  }))
}

/** Code of the form that an entry opens, null where it opens none; undefined where there is no such entry. */
export async function formOfEntry(read: Kysely<Tables>, id: string): Promise<string | null | undefined> {
  const entry = await read
    .selectFrom('sys_permission')
    .select('form_code')
    .where('id', '=', id)
    .where('del_flag', '=', 0)
    .executeTakeFirst()
  return entry?.form_code
}

/** Codes of the forms that entries of the menu open, and of those that entries opened before they were deleted, too. */
export async function formsOfEntries(
  read: Kysely<Tables>,
): Promise<{ opened: ReadonlySet<string>; everOpened: ReadonlySet<string> }> {
  const entries = await read
    .selectFrom('sys_permission')
    .select(['form_code', 'del_flag'])
    .where('form_code', 'is not', null)
    .execute()
  const codes = (some: typeof entries) => new Set(some.flatMap(({ form_code }) => form_code ?? []))
  return { opened: codes(entries.filter(({ del_flag }) => del_flag === 0)), everOpened: codes(entries) }
}
