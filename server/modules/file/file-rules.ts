import type { PoolClient } from 'pg'
import type { CompiledForm, RowError } from '#schemas/compile/model.ts'
import { platformTable } from '../../database/platform-tables.ts'
import type { Behaviour, FormChange } from '../online-form/index.ts'
import type { FileRights } from './file-rights.ts'
import type { Files } from './files.ts'
import { fileFields, namedFiles } from './named-files.ts'

const GONE = '文件已不存在，请重新上传'

/** A record's column that names a file, by its path. */
interface Naming {
  path: string
  form: string
  recordId: string
  field: string
}

/**
 * A save ties the files that it names to the record, in its own transaction; what a record no longer names is left to the
 * sweep. Only a file that its writer may read can be named: naming it would otherwise open it.
 */
export function fileRules(files: Pick<Files, 'named'>, rights: Pick<FileRights, 'mayRead'>): Behaviour {
  return {
    name: 'files',

    async check(drafts, { client, session }) {
      const asked = drafts.flatMap(({ view, row, stored }, at) =>
        fileFields(view.form).flatMap((field) => {
          const before = new Set(namedFiles(field, stored))
          return namedFiles(field, row).flatMap((path) =>
            before.has(path) ? [] : [{ at, path, field: field.name }],
          )
        }),
      )
      if (asked.length === 0) return []
      const found = new Map(
        (await files.named(client, [...new Set(asked.map(({ path }) => path))])).map((file) => [
          file.path,
          file,
        ]),
      )
      const open = new Map<string, boolean>()
      for (const [path, file] of found) open.set(path, await rights.mayRead(session, file))
      return asked.flatMap(({ at, path, field }) =>
        open.get(path) ? [] : [{ at, error: { field, message: GONE } }],
      )
    },

    async after(changes, { client }) {
      const named = changes.flatMap((change) => namings(change, change.after))
      const before = changes.flatMap((change) =>
        change.after === null && isMarked(change.form) ? [] : namings(change, change.before),
      )
      const added = without(named, before)
      const dropped = without(before, named)
      const errors = added.length > 0 ? await hold(client, added, changes) : []
      if (dropped.length > 0) await release(client, dropped)
      return errors
    },
  }
}

function namings({ form, recordId }: FormChange, row: FormChange['after']): Naming[] {
  return fileFields(form).flatMap((field) =>
    namedFiles(field, row).map((path) => ({ path, form: form.code, recordId, field: field.name })),
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
async function hold(
  client: PoolClient,
  added: readonly Naming[],
  changes: readonly FormChange[],
): Promise<RowError[]> {
  const { rows } = await client.query<{ path: string }>(
    'update platform.sys_file set free_since = null where path = any($1) returning path',
    [added.map(({ path }) => path)],
  )
  const held = new Set(rows.map(({ path }) => path))
  const gone = added.find(({ path }) => !held.has(path))
  // A field of a sub row has no place in the form of its main record.
  if (gone) return [{ field: gone.form === changes[0]?.form.code ? gone.field : '', message: GONE }]
  await client.query(
    `insert into platform.sys_file_use (file_id, form, record_id, field)
     select f.id, n.form, n.record_id, n.field
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as n (path, form, record_id, field)
     join platform.sys_file f on f.path = n.path on conflict do nothing`,
    columns(added),
  )
  return []
}

async function release(client: PoolClient, dropped: readonly Naming[]): Promise<void> {
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

function isMarked({ document: { store } }: CompiledForm): boolean {
  return Boolean(store && 'table' in store && platformTable(store.table)?.deleted)
}
