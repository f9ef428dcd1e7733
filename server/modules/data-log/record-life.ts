import type { Pool } from 'pg'
import type { LifeEvent, LifeField, LifeSubRow } from '#schemas/api/record-life.ts'
import { isDeclared } from '#schemas/compile/action-code.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { CompiledForm, Row, SubTable } from '#schemas/compile/model.ts'
import { notFound } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import { formView } from '../online-form/index.ts'
import { plainText, word } from './change-words.ts'
import { CHANGE_COLUMNS, type StoredChange } from './store.ts'
import { sightOf, type VersionParts } from './versions.ts'

/** Sub rows of one operation that are told; the others are counted. */
const MAX_SUB_ROWS = 50
/** Sub rows of a record whose own changes are looked for. */
const MAX_SUB_KEYS = 1000

interface StoredOperation {
  id: string
  at: Date
  username: string
  realname: string | null
  action: string
  undoes: string | null
}

type LoggedChange = StoredChange & { operation: string }

interface Sub {
  table: SubTable
  form: CompiledForm
}

/** What happened to a record and its sub rows, the newest first, as far as the session's user may see it; 404 for a record that is not shown. */
export async function recordLife(
  parts: VersionParts,
  session: Session,
  form: CompiledForm,
  recordId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ events: LifeEvent[]; total: number }> {
  const record = await parts.store.get(formView(session, form), session, recordId)
  if (!record) throw notFound()
  const subs = form.subTables.flatMap((table): Sub[] => {
    const sub = parts.documents.resolve(table.code)
    return sub ? [{ table, form: sub }] : []
  })
  const keyOf = ({ mainField }: SubTable) => String(record[mainField] ?? '')
  const rowsOfSubs = await Promise.all(
    subs.map(async ({ table, form: sub }) => {
      const own = { field: table.foreignKey, rule: 'eq' as const, val: keyOf(table) }
      const rows = keyOf(table)
        ? await parts.store.rows(formView(session, sub), session, [{ own }], [], MAX_SUB_KEYS, ['id'])
        : []
      return rows.map(({ id }) => ({ table: sub.tableName, id: String(id) }))
    }),
  )
  const about = [{ table: form.tableName, id: recordId }, ...rowsOfSubs.flat()]
  const { operations, total } = await operationsAbout(parts.pool, session, about, limit, offset)
  const changes = await changesIn(parts.pool, session, operations, form, recordId, subs, keyOf)

  const own = await told(
    parts,
    session,
    form,
    changes.filter(({ table }) => table === form.tableName),
  )
  const ofSubs = await Promise.all(
    subs.map(async ({ table, form: sub }) =>
      (
        await told(
          parts,
          session,
          sub,
          changes.filter((one) => one.table === sub.tableName && one.table !== form.tableName),
          table.foreignKey,
        )
      ).map(({ operation, change, kind, fields }) => ({
        operation,
        row: {
          code: sub.code,
          title: table.title || word(sub, sub.title),
          id: change.recordId,
          kind,
          fields,
        },
      })),
    ),
  )
  const rows: { operation: string; row: LifeSubRow }[] = ofSubs.flat()
  const events = operations.map(({ id, at, username, realname, action, undoes }): LifeEvent => {
    const change = own.find(({ operation }) => operation === id)
    const beside = rows.filter(({ operation }) => operation === id).map(({ row }) => row)
    const title = form.list.actions.filter(isDeclared).find(({ code }) => code === (undoes ?? action))?.title
    return {
      id,
      at: wireTime(new Date(at)).datetime,
      username,
      realname,
      action,
      actionTitle: title ? word(form, title) : null,
      undoes,
      own: change
        ? {
            change: change.change.id,
            version: change.change.version,
            kind: change.kind,
            fields: change.fields,
          }
        : null,
      subs: beside.slice(0, MAX_SUB_ROWS),
      moreSubs: Math.max(0, beside.length - MAX_SUB_ROWS),
    }
  })
  return { events, total }
}

/** A page of the operations that changed any of these records. */
async function operationsAbout(
  pool: Pool,
  { tenantId }: Session,
  about: readonly { table: string; id: string }[],
  limit: number,
  offset: number,
): Promise<{ operations: StoredOperation[]; total: number }> {
  const { rows } = await pool.query<StoredOperation & { total: number }>(
    `with touched as (
       select distinct c.operation_id as id from unnest($2::text[], $3::text[]) as n (name, id)
       join platform.operation_change c on c.table_name = n.name and c.record_id = n.id and c.tenant_id = $1)
     select o.id, o.at, o.username, u.realname, o.action, b.action as undoes, count(*) over ()::int as total
     from touched t join platform.operation o on o.id = t.id
     left join platform.sys_user u on u.id = o.user_id
     left join platform.operation b on o.action = 'undo' and b.id = o.batch_id
     order by o.at desc, o.id desc limit $4 offset $5`,
    [tenantId, about.map(({ table }) => table), about.map(({ id }) => id), limit, offset],
  )
  return { operations: rows, total: rows[0]?.total ?? 0 }
}

/** What these operations did to the record, and to the rows that were its sub rows before or after. */
async function changesIn(
  pool: Pool,
  { tenantId }: Session,
  operations: readonly StoredOperation[],
  form: CompiledForm,
  recordId: string,
  subs: readonly Sub[],
  keyOf: (sub: SubTable) => string,
): Promise<LoggedChange[]> {
  const { rows } = await pool.query<LoggedChange>(
    `select operation_id as operation, ${CHANGE_COLUMNS} from platform.operation_change c
     where c.operation_id = any($1) and c.tenant_id = $2 and (
       (c.table_name = $3 and c.record_id = $4) or exists (
         select from unnest($5::text[], $6::text[], $7::text[]) as s (name, field, key)
         where s.name = c.table_name and s.key <> '' and s.key in (c.before ->> s.field, c.after ->> s.field)))
     order by c.id`,
    [
      operations.map(({ id }) => id),
      tenantId,
      form.tableName,
      recordId,
      subs.map((sub) => sub.form.tableName),
      subs.map(({ table }) => table.foreignKey),
      subs.map(({ table }) => keyOf(table)),
    ],
  )
  return rows
}

interface Told {
  operation: string
  change: StoredChange
  kind: LifeSubRow['kind']
  fields: LifeField[]
}

/** Changes of one form's records in words: one for each record and operation, of columns that the user may see. */
async function told(
  parts: VersionParts,
  session: Session,
  form: CompiledForm,
  changes: readonly LoggedChange[],
  foreignKey?: string,
): Promise<Told[]> {
  const sees = await sightOf(parts, session, form, [...new Set(changes.map(({ recordId }) => recordId))])
  const joined = new Map<string, LoggedChange>()
  for (const change of changes.filter(sees)) {
    const key = `${change.operation} ${change.recordId}`
    const first = joined.get(key)
    joined.set(key, first ? { ...change, before: first.before } : change)
  }
  const { columns } = formView(session, form)
  const platform = new Set(['id', '_version', foreignKey, form.tree?.hasChild, ...Object.values(form.stamps)])
  const shown = [...columns.values()].filter(({ name }) => !platform.has(name))
  const inWords = async (image: Row | null): Promise<Row> => {
    const content: Row = Object.fromEntries(shown.map(({ name }) => [name, image?.[name] ?? null]))
    if (image) await parts.reader.addTexts(form, session, content)
    return content
  }
  return Promise.all(
    [...joined.values()].map(async (change) => {
      const [before, after] = await Promise.all([inWords(change.before), inWords(change.after)])
      const fields = shown
        .filter(({ name }) => plainText(before[name]) !== plainText(after[name]))
        .map(({ name, title }) => ({ name, title, before: textOf(before, name), after: textOf(after, name) }))
      const kind = change.before === null ? 'added' : change.after === null ? 'removed' : 'changed'
      return { operation: change.operation, change, kind, fields } as const
    }),
  )
}

function textOf(content: Row, name: string): string {
  return plainText(content[`${name}_dictText`] || content[name])
}
