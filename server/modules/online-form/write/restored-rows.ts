import { initialRow } from '#schemas/compile/initial-row.ts'
import type { Row } from '#schemas/compile/model.ts'
import { sessionUser, sessionVariables } from '../../../permission/session-user.ts'
import { recordTable } from '../sql/record-table.ts'
import { restoredColumns } from './past-change.ts'
import { isChanged, type Prepared } from './prepared-row.ts'
import type { PastGroup } from './restore-checks.ts'

/** The rows of a group as they are to be again; rows that are so already are left out. */
export function restoredDrafts(
  { form, view, unit, changed, deleted, stored }: PastGroup,
  now: Date,
): Prepared[] {
  const { session } = unit
  const common = {
    view,
    place: {},
    open: new Set<string>(),
    context: { variables: sessionVariables(session, now) },
    restored: true as const,
  }
  const initial = initialRow(form, sessionUser(session), now)
  const columns = restoredColumns(form)
  const set = changed.flatMap(({ id, before }): Prepared[] => {
    const kept = stored.get(id) ?? {}
    const row: Row = { ...kept }
    for (const name of columns) row[name] = before?.[name] ?? null
    const draft = { ...common, id, row, stored: kept, before: kept }
    return isChanged(draft) ? [draft] : []
  })
  const back = deleted.map(({ id, before, version }): Prepared => {
    const row = { ...deletedRow(form, before ?? {}), id, _tenant: session.tenantId, _version: version + 1 }
    return { ...common, id, row, stored: null, before: initial }
  })
  return [...set, ...back]
}

/** A row out of the log: bytes stand there as a list of numbers. */
function deletedRow(form: PastGroup['form'], image: Row): Row {
  const { columns } = recordTable(form)
  return Object.fromEntries(
    Object.entries(image).map(([name, value]) => [
      name,
      columns.get(name)?.kind === 'binary' ? bytesText(value) : value,
    ]),
  )
}

function bytesText(value: unknown): string | null {
  const { data } = (value ?? {}) as { data?: readonly number[] }
  return Array.isArray(data) ? `\\x${Buffer.from(data).toString('hex')}` : null
}
