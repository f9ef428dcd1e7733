import type { FastifyRequest } from 'fastify'
import { PAGE_HEADER } from '#schemas/api/announcement.ts'
import { type Done, ok, type Refused, refused } from '#schemas/api/envelope.ts'
import type { Conflict, RowErrors } from '#schemas/api/errors.ts'
import { actionCode } from '#schemas/compile/action-code.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { AppError, badRequest, forbidden, notFound } from '../../../errors.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import type { FormEntry } from '../../document/form-entry.ts'
import type { LostRows } from '../write/row-again.ts'
import type { SaveAnswer } from '../write/writer.ts'
import type { WriteContext } from '../write/writer-parts.ts'
import type { OnlineFormParts } from './online-form-parts.ts'
import { toldProblems } from './told-problems.ts'

/** More than the name of a page has. */
const MAX_PAGE_LENGTH = 64

/** The usable form of a code or table. A broken document is refused, with what is wrong with it where a user asked for its page. */
export function usableForm(
  documents: Pick<Documents, 'entry'>,
  code: string,
  reader?: Session,
): { entry: FormEntry; form: CompiledForm } {
  const entry = documents.entry(code)
  if (!entry) throw notFound('表单不存在')
  if (!entry.form)
    throw new AppError('BROKEN_DOCUMENT', undefined, {
      problems: reader ? toldProblems(entry.problems, reader) : [],
    })
  return { entry, form: entry.form }
}

/**
 * Records of the platform are added, edited and deleted only as their document offers it: a list without 新增 may stand
 * over a table whose rows come about otherwise.
 */
export function offered(form: CompiledForm, action: 'add' | 'edit' | 'delete'): CompiledForm {
  const asked: readonly string[] = action === 'delete' ? ['delete', 'batch_delete'] : [action]
  if (form.table === null && !form.list.actions.some((one) => asked.includes(actionCode(one))))
    throw forbidden('该页面不提供此操作')
  return form
}

/** The row that a body is. */
export function rowOf(body: unknown): Row {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('数据格式不正确')
  return body as Row
}

/** Who saves, and what goes with the save. */
export function contextOf(request: FastifyRequest): WriteContext {
  const key = request.headers['idempotency-key']
  const page = request.headers[PAGE_HEADER]
  return {
    session: request.session,
    requestId: String(request.id),
    address: request.ip,
    ...(typeof key === 'string' && key !== '' ? { idempotencyKey: key } : {}),
    ...(typeof page === 'string' && page.length <= MAX_PAGE_LENGTH ? { page } : {}),
  }
}

/** Changes a record. Who saves an older state is answered with the record as it is now, read like any other: with texts. */
export async function update(
  {
    reader,
    writer,
  }: {
    reader: Pick<OnlineFormParts['reader'], 'addTexts' | 'addFiles'>
    writer: Pick<OnlineFormParts['writer'], 'update'>
  },
  form: CompiledForm,
  row: Row,
  context: WriteContext,
  lost?: LostRows,
): Promise<SaveAnswer> {
  try {
    return await writer.update(form, row, context, lost)
  } catch (error) {
    // Only now: the transaction, which locks the record, is over.
    if (error instanceof AppError && error.refusal === 'STALE') {
      const { current } = error.detail as Conflict
      await Promise.all([
        reader.addTexts(form, context.session, current),
        reader.addFiles(form, context.session, current),
      ])
    }
    throw error
  }
}

/** Answer of a save: the record's id, or what is wrong with the row. */
export function saved(
  form: CompiledForm,
  answer: SaveAnswer,
  message: string,
): Done<string> | Refused<RowErrors> {
  return answer.saved ? ok(answer.id, message) : notSaved(form, answer.errors)
}

/** Answer of a change that was refused. */
export function notSaved(form: CompiledForm, errors: readonly RowError[]): Refused<RowErrors> {
  return refused(firstMessage(form, errors), 422, { errors: [...errors] })
}

/** Answer of a deletion. */
export function removed(count: number) {
  return ok(count, count > 1 ? '批量删除成功！' : '删除成功!')
}

/** The sentence about the first thing that is wrong. */
export function firstMessage(form: CompiledForm, [first]: readonly RowError[]): string {
  if (!first) return '数据校验未通过'
  if (first.row === undefined) return first.message
  const sub = form.subTables.find(({ code }) => code === first.subTable)
  return `${sub?.title ?? ''}第 ${first.row + 1} 行：${first.message}`
}
