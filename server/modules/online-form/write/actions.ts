import type { ActionResult } from '#schemas/api/action.ts'
import { isDeclared } from '#schemas/compile/action-code.ts'
import { comparisonValues } from '#schemas/compile/comparison-values.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import type { DeclaredAction } from '#schemas/page/action.ts'
import { AppError, badRequest, notFound } from '../../../errors.ts'
import type { Session } from '../../../permission/session.ts'
import { sessionVariables } from '../../../permission/session-user.ts'
import { formView } from '../read/form-view.ts'
import type { RecordSource } from '../read/record-source.ts'
import { refuseUnfit } from './unfit-rows.ts'
import type { ActionStep, FormWriter } from './writer.ts'
import type { WriteContext } from './writer-parts.ts'

/** What the function behind `does.call` works with: the action's records, locked, and what was sent along. */
export interface ActionCallStep extends ActionStep {
  form: CompiledForm
  input: Row
}

/** A function of the server that documents call by name; answers what the user is told, or refuses by an error. */
export type ActionCall = (at: ActionCallStep) => Promise<ActionResult>

/** What the user is told, or why the records are refused. */
export type ActionAnswer = { done: true; result: ActionResult } | { done: false; errors: RowError[] }

/** Carries out the actions that documents declare. */
export interface FormActions {
  /** 404 for an action that the document does not declare, and for records that the session does not see. */
  run(
    form: CompiledForm,
    code: string,
    asked: { ids: readonly string[]; input: Row },
    context: WriteContext,
  ): Promise<ActionAnswer>
}

/** Actions by the writer: what a call or `set` changes is one transaction and one entry of the log. */
export function createFormActions(parts: {
  writer: Pick<FormWriter, 'act'>
  calls: Readonly<Record<string, ActionCall>>
  store: Pick<RecordSource, 'rows'>
}): FormActions {
  const { writer, calls, store } = parts

  /** The work of an action; an action of the browser's alone has none. */
  function workOf(
    form: CompiledForm,
    { does, title, ask }: DeclaredAction,
    input: Row,
  ): (at: ActionStep) => Promise<ActionResult> {
    const text = ask ? askedText(ask, input) : {}
    if ('set' in does) {
      const { set } = does
      return async (at) => {
        await at.set({ ...filledIn(title, set, at.step.session, at.step.now), ...text })
        return {}
      }
    }
    const call = 'call' in does && Object.hasOwn(calls, does.call) ? calls[does.call] : undefined
    if (!call) throw badRequest(`“${title}”不由服务器执行`)
    return (at) => call({ ...at, form, input: { ...input, ...text } })
  }

  return {
    async run(form, code, { ids, input }, context) {
      const action = form.list.actions.filter(isDeclared).find((one) => one.code === code)
      if (!action) throw notFound('操作不存在')
      if (action.at !== 'page' && ids.length === 0) throw badRequest('请选择记录')
      const work = workOf(form, action, input)
      const asked = ['action', form.code, code, [...ids], input]
      // One reading for all of them: a source computes all its rows for each.
      const computed = (session: Session, wanted: readonly string[]) =>
        store.rows(
          formView(session, form),
          session,
          [{ own: { field: 'id', rule: 'in', val: [...wanted] } }],
          [],
          wanted.length,
        )
      const answer = await writer.act(form, { code, ids, asked, computed }, context, async (at) => {
        if (action.when) refuseUnfit(form, action.title, action.when, at.rows, at.step.session, at.step.now)
        return JSON.stringify(await work(at))
      })
      return answer.done ? { done: true, result: JSON.parse(answer.answer) as ActionResult } : answer
    },
  }
}

/** The text that the action asked for, under the name of its field. */
function askedText({ field, title, required }: NonNullable<DeclaredAction['ask']>, input: Row): Row {
  const given = Object.hasOwn(input, field) ? input[field] : ''
  if (typeof given !== 'string' || (required && given.trim() === '')) throw badRequest(`请输入${title}`)
  return { [field]: given.trim() }
}

/** The values of `set`, with `#{…}` filled in for the user and the moment. */
function filledIn(title: string, set: Row, session: Session, now: Date): Row {
  const variables = sessionVariables(session, now)
  return Object.fromEntries(
    Object.entries(set).map(([field, value]) => {
      if (typeof value !== 'string') return [field, value]
      const filled = comparisonValues({ field, rule: 'eq', val: value }, variables)
      if (filled === null) throw new AppError('BAD_REQUEST', `“${title}”使用了不存在的变量`)
      return [field, filled.join(',')]
    }),
  )
}
