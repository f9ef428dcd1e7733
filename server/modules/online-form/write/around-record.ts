import type { PoolClient } from 'pg'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { calculate } from '#schemas/compile/rules/calculate.ts'
import { rulePlan } from '#schemas/compile/rules/rule-plan.ts'
import type { Session } from '../../../permission/session.ts'
import { sessionUser, sessionVariables } from '../../../permission/session-user.ts'
import type { Documents } from '../../document/documents.ts'
import type { Around } from './prepared-row.ts'
import { rowsWith } from './stored-rows.ts'
import type { SubInput } from './sub-rows.ts'
import type { WriterParts } from './writer-parts.ts'

type Parts = Pick<WriterParts, 'documents' | 'now'>
interface Transaction {
  client: PoolClient
  session: Session
}
const NOTHING: Around = {}

/**
 * What the rules of a record that is about to be saved see besides it: its main record, where it is a sub row elsewhere, and its
 * sub rows as they were sent, else as they are stored. Only what the rules name is read.
 */
export async function aroundRecord(
  { documents, now }: Parts,
  { client, session }: Transaction,
  form: CompiledForm,
  given: Row,
  stored: Row | null,
  subs: readonly SubInput[],
): Promise<Around> {
  if (form.rules.length === 0) return NOTHING
  const plan = rulePlan(form)
  const begun = (one: CompiledForm) => initialRow(one, sessionUser(session), now())
  const row: Row = { ...(stored ?? begun(form)), ...given }
  const main = plan.mainKeys.size > 0 ? await mainRecord(documents, client, session, form, row) : null
  const tables = new Map<string, { form: CompiledForm; rows: readonly Row[] }>()
  const variables = sessionVariables(session, now())
  for (const code of plan.tables) {
    const sent = subs.find(({ sub }) => sub.code === code)
    const table = stored && (await storedSubRows(documents, client, session, form, code, stored))
    if (sent) {
      const { form: subForm } = sent.view
      const known = new Map(table?.rows.map((one) => [String(one.id), one]))
      const context = { variables, main: { form, row } }
      const rows = sent.rows.map((one) =>
        calculate(subForm, { ...(known.get(String(one.id)) ?? begun(subForm)), ...one }, context),
      )
      tables.set(code, { form: subForm, rows })
    } else if (table) tables.set(code, table)
  }
  return { main, rows: (code) => tables.get(code) ?? null }
}

/** The main record that a row names, wherever it is a sub row; null where it names none that is there. */
export async function mainRecord(
  documents: Documents,
  client: PoolClient,
  session: Session,
  form: CompiledForm,
  row: Readonly<Row>,
): Promise<{ form: CompiledForm; row: Row } | null> {
  for (const { main, sub } of documents.mainsOf(form.code)) {
    const key = row[sub.foreignKey]
    if (key === null || key === undefined || key === '' || !documents.entry(main.code)?.synced) continue
    const [found] = await rowsWith(client, main, session.tenantId, sub.mainField, [String(key)])
    if (found) return { form: main, row: found }
  }
  return null
}

/** The stored rows of one sub table of a record; null where the table is not there. */
export async function storedSubRows(
  documents: Documents,
  client: PoolClient,
  session: Session,
  form: CompiledForm,
  code: string,
  row: Readonly<Row>,
): Promise<{ form: CompiledForm; rows: Row[] } | null> {
  const sub = form.subTables.find((one) => one.code === code)
  const subForm = documents.resolve(code)
  if (!sub || !subForm || !documents.entry(code)?.synced) return null
  const key = row[sub.mainField]
  const isNamed = key !== null && key !== undefined && key !== ''
  const rows = isNamed ? await rowsWith(client, subForm, session.tenantId, sub.foreignKey, [String(key)]) : []
  return { form: subForm, rows }
}
