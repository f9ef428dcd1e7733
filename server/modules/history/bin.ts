import type { Pool, PoolClient } from 'pg'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { inTransaction } from '../../database/transaction.ts'
import { notFound } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import {
  type FormWriter,
  formView,
  type PastChange,
  recycledChanges,
  type WriteContext,
} from '../online-form/index.ts'
import { letGo } from './empty-bin.ts'

export interface BinParts {
  writePool: Pool
  documents: Pick<Documents, 'entries' | 'entry'>
  writer: Pick<FormWriter, 'restore'>
  now(): Date
}

interface Deleted {
  key: string
  operation: string
  id: string
  version: number
  before: Row
}

/** Brings deleted records of a form back, with the sub rows that went with them; all of them or none. */
export async function restoreRecords(
  { documents, writer, now }: BinParts,
  form: CompiledForm,
  ids: readonly string[],
  context: WriteContext,
): Promise<number> {
  const { count } = await writer.restore(form, { code: 'restore' }, context, async (client) => {
    const found = await deletedWith(client, documents, form, context.session, ids, now())
    return {
      byAction: false,
      changes: found.map(
        ({ form, id, version, before }): PastChange => ({
          form,
          id,
          version,
          before,
          after: null,
          recycled: true,
        }),
      ),
    }
  })
  return count
}

/** Removes deleted records of a form for good. */
export async function eraseRecords(
  { writePool, documents, now }: BinParts,
  form: CompiledForm,
  ids: readonly string[],
  session: Session,
): Promise<number> {
  return inTransaction(writePool, async (client) => {
    const found = await deletedWith(client, documents, form, session, ids, now())
    await client.query('update platform.operation_change set recycled = false where id = any($1)', [
      found.map(({ key }) => key),
    ])
    const gone = found.map(({ form, id }) => ({
      table: form.tableName,
      recordId: id,
      tenantId: session.tenantId,
    }))
    await letGo(client, documents, gone)
    return found.filter((one) => one.form === form).length
  })
}

/** The records, all of which the user must see in the bin, and their sub rows of the same deletion; locked. */
async function deletedWith(
  client: PoolClient,
  documents: Pick<Documents, 'entry'>,
  form: CompiledForm,
  session: Session,
  ids: readonly string[],
  now: Date,
): Promise<(Deleted & { form: CompiledForm })[]> {
  const wanted = [...new Set(ids)]
  const run = async <R extends object>(text: string, values: readonly unknown[]) =>
    (await client.query<R>(text, [...values])).rows
  const seen = await recycledChanges(run, formView(session, form), session, wanted, now)
  const select = `select c.id as key, c.operation_id as operation, c.record_id as id, c.version, c.before
    from platform.operation_change c`
  const mains = await run<Deleted>(`${select} where c.id = any($1) and c.recycled order by c.id for update`, [
    seen,
  ])
  if (mains.length === 0 || mains.length < wanted.length) throw notFound('回收站中没有该记录')
  const all = mains.map((main) => ({ ...main, form }))
  for (const { code, mainField, foreignKey } of form.subTables) {
    const sub = documents.entry(code)?.form
    if (!sub?.table) continue
    const keys = mains.map(({ operation, before }) => [operation, String(before[mainField] ?? '')] as const)
    const rows = await run<Deleted>(
      `${select} where c.recycled and c.table_name = $1 and (c.operation_id, c.before ->> $2) in (
         select * from unnest($3::text[], $4::text[])) order by c.id for update`,
      [sub.tableName, foreignKey, keys.map(([operation]) => operation), keys.map(([, key]) => key)],
    )
    all.push(...rows.map((row) => ({ ...row, form: sub })))
  }
  return all
}
