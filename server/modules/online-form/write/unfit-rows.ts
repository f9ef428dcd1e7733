import { changedAction } from '#schemas/compile/action-code.ts'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { Session } from '../../../permission/session.ts'
import { sessionVariables } from '../../../permission/session-user.ts'
import { isChanged } from './prepared-row.ts'
import { Refused } from './refusal.ts'
import type { SubPlan } from './sub-rows.ts'

const TITLES = { edit: '编辑', delete: '删除' } as const

/** The condition of an action is asked again of what is stored: the page may be old, and the caller no browser. */
export function refuseUnfit(
  form: CompiledForm,
  title: string,
  when: Condition,
  rows: readonly Row[],
  session: Session,
  now: Date,
): void {
  const variables = sessionVariables(session, now)
  const unfit = rows.filter((row) => !evaluateCondition(when, row, variables, form))
  if (unfit.length === 0) return
  const which = rows.length > 1 ? `所选记录中有 ${unfit.length} 条` : '该记录的当前状态'
  throw new Refused([{ field: '', message: `${which}不能执行“${title}”` }])
}

/** Refuses to edit or delete stored rows that do not meet what the document asks for. */
export function refuseBuiltIn(
  form: CompiledForm,
  code: keyof typeof TITLES,
  rows: readonly Row[],
  session: Session,
  now: Date,
): void {
  const { when, title = TITLES[code] } = changedAction(form, code) ?? {}
  if (when) refuseUnfit(form, title, when, rows, session, now)
}

/** Stored sub rows that a save changes or takes out although their own document does not let them be edited or deleted. */
export function unfitSubRows(
  { input: { sub, view }, prepared, gone }: SubPlan,
  session: Session,
  now: Date,
): RowError[] {
  const { form } = view
  const variables = sessionVariables(session, now)
  const refusalOf = (code: keyof typeof TITLES, row: Row): string | null => {
    const { when, title = TITLES[code] } = changedAction(form, code) ?? {}
    return when && !evaluateCondition(when, row, variables, form)
      ? `该记录的当前状态不能执行“${title}”`
      : null
  }
  const changed = prepared.flatMap((entry) => {
    // Another place among its neighbours is no edit.
    const message = entry.stored && isChanged(entry, sub.order) ? refusalOf('edit', entry.stored) : null
    return message === null ? [] : [{ ...entry.place, field: '', message }]
  })
  const removed = gone.flatMap((row) => {
    const message = refusalOf('delete', row)
    return message === null ? [] : [{ subTable: sub.code, field: '', message }]
  })
  // Rows that are gone have no place of their own: one message is enough for all of them.
  return [...changed, ...removed.slice(0, 1)]
}
