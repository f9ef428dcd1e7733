import type { PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import { conflict } from '../../../errors.ts'
import type { Session } from '../../../permission/session.ts'
import { type FormView, seenOf } from '../read/form-view.ts'
import { lockSubRows } from './row-locks.ts'
import type { SubInput } from './sub-rows.ts'

/** A save of an older state changes nothing: the caller gets both sides. */
export async function refuseStale(
  client: PoolClient,
  view: FormView,
  stored: Row,
  body: Row,
  subs: readonly SubInput[],
  session: Session,
  now: () => Date,
): Promise<void> {
  let stale = isOlder(body, stored)
  const current: Row = seenOf(view, stored)
  for (const { sub, view: subView, rows } of subs) {
    const key = stored[sub.mainField]
    const known =
      key === null || key === undefined
        ? new Map<string, Row>()
        : await lockSubRows(client, subView, session, sub, key, now())
    stale ||= rows.some((row) => {
      const kept = known.get(String(row.id))
      return kept !== undefined && isOlder(row, kept)
    })
    const list = [...known.values()].map((row) => seenOf(subView, row))
    current[sub.code] = sub.relation === 'one' ? (list[0] ?? null) : list
  }
  if (stale)
    throw conflict(`“${view.form.title}”的这条记录已被他人修改，请核对后再保存`, { current, sent: body })
}

/** A row without a version claims nothing. */
function isOlder(sent: Row, stored: Row): boolean {
  return sent._version !== undefined && Number(sent._version) !== Number(stored._version)
}
