import type { PoolClient } from 'pg'
import type { CompiledForm, Row, SubTable } from '#schemas/compile/model.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import { rowRule } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import { type FormView, formView } from '../read/form-view.ts'
import { scopedWhere, tableOf } from '../read/scoped-where.ts'
import { recordTable } from '../sql/record-table.ts'
import { isSame, type Prepared } from './prepared-row.ts'
import type { RowRefusal } from './unique-values.ts'

/**
 * Rows that are sub rows elsewhere were changed on a page of their own: their main records are newer now, so that
 * somebody who still has the older set open is told, instead of putting it back; also when the user who changed them does
 * not see the main record.
 */
export async function touchMains(
  documents: Documents,
  client: PoolClient,
  form: CompiledForm,
  session: Session,
  rows: readonly Row[],
): Promise<void> {
  for (const { main, sub } of documents.mainsOf(form.code)) {
    const keys = new Set(rows.map((row) => row[sub.foreignKey] ?? '').filter((key) => key !== ''))
    // The table of a document that is not in line yet may lack the very columns.
    if (keys.size === 0 || !documents.entry(main.code)?.synced) continue
    const table = recordTable(main)
    const version = table.sql('_version')
    await client.query(
      `update ${table.from} set ${version} = ${version} + 1
         where ${table.scope('$1')} and ${table.sql(sub.mainField)}::text = any($2::text[])`,
      [session.tenantId, [...keys].map(String)],
    )
  }
}

/**
 * Refuses rows that are to hang below a main record which the user may not see: on a page of their own any could be named. The
 * answer is the same for one that does not exist. Users whom no row rule narrows may name records that come later.
 */
export async function mainRefusals(
  documents: Documents,
  client: PoolClient,
  form: CompiledForm,
  prepared: readonly Prepared[],
  session: Session,
  now: Date,
): Promise<RowRefusal[]> {
  const mains = documents.mainsOf(form.code).filter(({ main }) => documents.entry(main.code)?.synced)
  const refusals: RowRefusal[] = []
  for (const foreignKey of new Set(mains.map(({ sub }) => sub.foreignKey))) {
    const owners = mains.filter(({ sub }) => sub.foreignKey === foreignKey)
    if (owners.every(({ main }) => rowRule(session, main) === null)) continue
    // What the row had before, or got from the main record it is saved with, is not the user's choice.
    const chosen = prepared.flatMap(({ row, before }, at) => {
      const value = row[foreignKey] ?? ''
      return value === '' || isSame(before[foreignKey], value) ? [] : [{ at, value: String(value) }]
    })
    if (chosen.length === 0) continue
    const values = [...new Set(chosen.map(({ value }) => value))]
    const seen = new Set<string>()
    for (const { main, sub } of owners)
      for (const key of await seenKeys(client, formView(session, main), sub, values, session, now))
        seen.add(key)
    for (const { at, value } of chosen)
      if (!seen.has(value)) refusals.push({ at, error: { field: foreignKey, message: '主表记录不存在' } })
  }
  return refusals
}

/** Refuses rows that are to hang below a main record which has its only one already. */
export async function secondRefusals(
  documents: Documents,
  client: PoolClient,
  form: CompiledForm,
  prepared: readonly Prepared[],
  { tenantId }: Session,
): Promise<RowRefusal[]> {
  const refusals: RowRefusal[] = []
  for (const { main, sub } of documents.mainsOf(form.code)) {
    const { foreignKey } = sub
    // A main record that is saved whole replaces its row itself, and gives it the key beforehand.
    const chosen = prepared.flatMap(({ id, row, before }, at) => {
      const value = row[foreignKey] ?? ''
      return value === '' || isSame(before[foreignKey], value) ? [] : [{ at, id, value: String(value) }]
    })
    if (sub.relation !== 'one' || chosen.length === 0) continue
    await client.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', ['only rows', form.code])
    const table = recordTable(form)
    const { rows } = await client.query<{ id: string; key: string }>(
      `select id, ${table.sql(foreignKey)}::text as key from ${table.from}
       where ${table.scope('$1')} and ${table.sql(foreignKey)}::text = any($2::text[])`,
      [tenantId, chosen.map(({ value }) => value)],
    )
    const ids = new Set(chosen.map(({ id }) => id))
    const taken = new Set(rows.flatMap(({ id, key }) => (ids.has(id) ? [] : [key])))
    for (const { at, value } of chosen) {
      if (taken.has(value))
        refusals.push({
          at,
          error: {
            field: foreignKey,
            message: `“${main.title}”只能有一条“${form.title}”`,
          },
        })
      taken.add(value)
    }
  }
  return refusals
}

async function seenKeys(
  client: PoolClient,
  view: FormView,
  sub: SubTable,
  values: readonly string[],
  session: Session,
  now: Date,
): Promise<string[]> {
  const parameters = new Parameters()
  const where = scopedWhere(view, session, [], parameters, now)
  const key = `${tableOf(view).sql(sub.mainField)}::text`
  const { rows } = await client.query<{ key: string }>(
    `select distinct ${key} as key from ${tableOf(view).from}
     where ${where} and ${key} = any(${parameters.add([...values])}::text[])`,
    parameters.values,
  )
  return rows.map((row) => row.key)
}
