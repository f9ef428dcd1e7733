import type { DataVersion } from '#schemas/api/data-log.ts'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { may, rowRule } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import { sessionVariables } from '../../permission/session-user.ts'
import { type FormReader, formView, type RecordSource } from '../online-form/index.ts'
import { type GrantVersionParts, grantVersion } from './grant-versions.ts'
import type { StoredChange } from './store.ts'

export interface VersionParts extends GrantVersionParts {
  reader: Pick<FormReader, 'addTexts'>
  store: Pick<RecordSource, 'rows' | 'get'>
  now: () => Date
}

/**
 * What the session's user may see of changes, in their order: of tables that the user may list, records that the row rules
 * show, and of these the columns that the user may see. Everything else is left out, as it is on the pages of the tables.
 */
export async function visibleVersions(
  parts: VersionParts,
  session: Session,
  changes: readonly StoredChange[],
): Promise<DataVersion[]> {
  const seen = new Map<string, (change: StoredChange) => boolean>()
  for (const table of new Set(changes.map((change) => change.table))) {
    const form = parts.documents.entry(table)?.form
    if (!form || form.tableName !== table || !may(session, 'list', { form }).allowed) continue
    const ids = changes.filter((change) => change.table === table).map(({ recordId }) => recordId)
    seen.set(table, await sightOf(parts, session, form, [...new Set(ids)]))
  }
  const versions = await Promise.all(
    changes.map((change) => {
      const form = parts.documents.entry(change.table)?.form
      if (!form) return grantVersion(parts, session, change)
      return seen.get(change.table)?.(change) ? versionOf(parts, session, form, change) : null
    }),
  )
  return versions.filter((version) => version !== null)
}

/** Which changes of a table the user's row rules show: those of records that the user sees now; of deleted ones, by their last values. */
export async function sightOf(
  { store, now }: VersionParts,
  session: Session,
  form: CompiledForm,
  ids: readonly string[],
): Promise<(change: StoredChange) => boolean> {
  const rule = rowRule(session, form)
  if (rule === null) return () => true
  const own = { own: { field: 'id', rule: 'in' as const, val: [...ids] } }
  const found = async (as: Session) =>
    new Set((await store.rows(formView(as, form), as, [own], [], ids.length)).map(({ id }) => String(id)))
  const [shown, kept] = [await found(session), await found({ ...session, isAdmin: true })]
  const variables = sessionVariables(session, now())
  return ({ recordId, before, after }) => {
    if (kept.has(recordId)) return shown.has(recordId)
    return evaluateCondition(rule, after ?? before ?? {}, variables, form)
  }
}

async function versionOf(
  { reader }: VersionParts,
  session: Session,
  form: CompiledForm,
  change: StoredChange,
): Promise<DataVersion> {
  const { columns } = formView(session, form)
  const image = change.after ?? change.before ?? {}
  const content: Row = Object.fromEntries(Object.entries(image).filter(([name]) => columns.has(name)))
  await reader.addTexts(form, session, content)
  return {
    id: change.id,
    createBy: change.createBy,
    createName: change.createBy,
    createTime: change.createTime,
    dataTable: change.table,
    dataId: change.recordId,
    dataVersion: change.version,
    action: change.action,
    type: 'json',
    dataContent: JSON.stringify(content),
    dataTitles: Object.fromEntries(
      [...columns.values()].filter(({ name }) => name in content).map(({ name, title }) => [name, title]),
    ),
  }
}
