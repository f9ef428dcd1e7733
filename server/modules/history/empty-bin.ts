import type { Pool, PoolClient } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Documents } from '../document/documents.ts'

type Known = Pick<Documents, 'entries'>

/** A change of the log by its key: the deletion of a record that lies in the bin. */
interface Binned {
  table: string
  recordId: string
  tenantId: number
}

/** Records that one statement takes out of the bin. */
const AT_ONCE = 1000

/** Removes for good what was deleted longer ago than this many days; answers how many records. */
export async function emptyBins(pool: Pool, documents: Known, days: number, now: Date): Promise<number> {
  const before = wireTime(new Date(now.getTime() - days * 86_400_000)).datetime
  for (let all = 0; ; ) {
    const removed = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<Binned>(
        `update platform.operation_change set recycled = false where id = any(array(
           select id from platform.operation_change where recycled and create_time < $1::timestamp
           limit ${AT_ONCE} for update skip locked))
         returning table_name as table, record_id as "recordId", tenant_id as "tenantId"`,
        [before],
      )
      await letGo(client, documents, rows)
      return rows.length
    })
    all += removed
    if (removed < AT_ONCE) return all
  }
}

/** What was kept for records that will not come back: their files are left to the sweep, their comments go. */
export async function letGo(client: PoolClient, documents: Known, gone: readonly Binned[]): Promise<void> {
  if (gone.length === 0) return
  // Files and comments name the form; several forms may lie over one table.
  const of = new Map<string, string[]>()
  for (const { form } of documents.entries())
    if (form) of.set(form.tableName, [...(of.get(form.tableName) ?? []), form.code])
  const named = gone.flatMap(({ table, recordId, tenantId }) =>
    (of.get(table) ?? [table]).map((form) => ({ form, recordId, tenantId })),
  )
  const keys = [named.map(({ form }) => form), named.map(({ recordId }) => recordId)]
  await client.query(
    `with gone as (
       delete from platform.sys_file_use u using unnest($1::text[], $2::text[]) as n (form, id)
       where u.form = n.form and u.record_id = n.id and u.recycled returning u.file_id, u.form, u.record_id, u.field)
     update platform.sys_file f set free_since = now() where f.id in (select file_id from gone) and not exists (
       select from platform.sys_file_use u where u.file_id = f.id
         and not exists (select from gone g where (g.file_id, g.form, g.record_id, g.field) = (u.file_id, u.form, u.record_id, u.field)))`,
    keys,
  )
  await client.query(
    `delete from platform.sys_comment c using unnest($1::text[], $2::text[], $3::int[]) as n (form, id, tenant)
     where c.table_name = n.form and c.table_data_id = n.id and c.tenant_id = n.tenant`,
    [...keys, named.map(({ tenantId }) => tenantId)],
  )
}
