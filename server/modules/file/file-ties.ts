import type { FileUse } from './file-use.ts'

/** A record's column that names a file, by its path. */
export interface Naming extends FileUse {
  path: string
}

/** Statements of a transaction that is open. */
export interface Statements {
  query(text: string, values: unknown[]): Promise<{ rows: readonly { path?: unknown }[] }>
}

/**
 * Ties what records name from now on and lets go what they named before, in the transaction of their change. Answers the
 * first that is not there any more.
 */
export async function tieFiles(
  client: Statements,
  before: readonly Naming[],
  named: readonly Naming[],
): Promise<Naming | null> {
  const added = without(named, before)
  const dropped = without(before, named)
  const gone = added.length > 0 ? await hold(client, added) : null
  if (gone) return gone
  if (dropped.length > 0) await release(client, dropped)
  return null
}

/** Records that go into the bin keep their files, which they do not show any more. */
export async function recycleFiles(client: Statements, named: readonly Naming[]): Promise<void> {
  if (named.length === 0) return
  await client.query(
    `update platform.sys_file_use u set recycled = true
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as n (path, form, record_id, field), platform.sys_file f
     where f.path = n.path and u.file_id = f.id and u.form = n.form and u.record_id = n.record_id and u.field = n.field`,
    columns(named),
  )
}

const keyOf = ({ path, form, recordId, field }: Naming) => [path, form, recordId, field].join('\n')

function without(all: readonly Naming[], others: readonly Naming[]): Naming[] {
  const known = new Set(others.map(keyOf))
  return all.filter((naming) => !known.has(keyOf(naming)))
}

const columns = (all: readonly Naming[]) => [
  all.map(({ path }) => path),
  all.map(({ form }) => form),
  all.map(({ recordId }) => recordId),
  all.map(({ field }) => field),
]

/** Holds the files against the sweep until the transaction ends, and notes who names them. */
async function hold(client: Statements, added: readonly Naming[]): Promise<Naming | null> {
  const { rows } = await client.query(
    'update platform.sys_file set free_since = null where path = any($1) returning path',
    [added.map(({ path }) => path)],
  )
  const held = new Set(rows.map(({ path }) => path))
  const gone = added.find(({ path }) => !held.has(path))
  if (gone) return gone
  await client.query(
    `insert into platform.sys_file_use (file_id, form, record_id, field)
     select f.id, n.form, n.record_id, n.field
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as n (path, form, record_id, field)
     join platform.sys_file f on f.path = n.path
     on conflict (file_id, form, record_id, field) do update set recycled = false where sys_file_use.recycled`,
    columns(added),
  )
  return null
}

async function release(client: Statements, dropped: readonly Naming[]): Promise<void> {
  await client.query(
    `with gone as (
       delete from platform.sys_file_use u
       using unnest($1::text[], $2::text[], $3::text[], $4::text[]) as n (path, form, record_id, field), platform.sys_file f
       where f.path = n.path and u.file_id = f.id and u.form = n.form and u.record_id = n.record_id and u.field = n.field
       returning u.file_id, u.form, u.record_id, u.field)
     update platform.sys_file f set free_since = now()
     where f.id in (select file_id from gone) and not exists (
       select from platform.sys_file_use u where u.file_id = f.id
         and not exists (select from gone g where (g.file_id, g.form, g.record_id, g.field) = (u.file_id, u.form, u.record_id, u.field)))`,
    columns(dropped),
  )
}
