import { initialRow } from '#schemas/compile/initial-row.ts'
import type { Row } from '#schemas/compile/model.ts'
import { sessionUser, sessionVariables } from '../../../permission/session-user.ts'
import { restoredColumns } from './past-change.ts'
import { isChanged, type Prepared } from './prepared-row.ts'
import type { PastGroup } from './restore-checks.ts'
import { rowAgain } from './row-again.ts'

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
    const row = rowAgain(form, session, id, { before, version })
    return { ...common, id, row, stored: null, before: initial }
  })
  return [...set, ...back]
}
