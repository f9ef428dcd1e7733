import type { PoolClient } from 'pg'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { dataTable, quoted } from './identifiers.ts'

/**
 * Rows that are sub rows elsewhere were changed on a page of their own: their main records are newer now, so that
 * somebody who still has the older set open is told, instead of putting it back.
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
    await client.query(
      `update ${dataTable(main.table.name)} set "_version" = "_version" + 1
         where "_tenant" = $1 and ${quoted(sub.mainField)}::text = any($2::text[])`,
      [session.tenantId, [...keys].map(String)],
    )
  }
}
