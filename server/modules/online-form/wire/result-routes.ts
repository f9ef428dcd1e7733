import type { FastifyInstance } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import { removedCount, rowErrorsShape } from '#schemas/api/record.ts'
import {
  deleteResultsBody,
  editedCount,
  editPreview,
  editResultsBody,
  previewEditBody,
  savedTable,
  saveTableBody,
} from '#schemas/api/results.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { badRequest, forbidden } from '../../../errors.ts'
import { route } from '../../../http/route.ts'
import { may } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import { isKey } from '../read/record-source.ts'
import { resultKeys } from '../read/result-keys.ts'
import { editPreviewOf } from './edit-preview.ts'
import type { OnlineFormParts } from './online-form-parts.ts'
import { contextOf, notSaved, offered, removed, rowOf, usableForm } from './record-calls.ts'

const DELETE = { access: { action: 'delete' } } as const
const EDIT = { access: { action: 'edit' } } as const

/** Calls that change all rows of a list query together. */
export function registerResults(
  app: FastifyInstance,
  { documents, reader, writer }: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer'>,
): void {
  const formOf = (code: string) => usableForm(documents, code).form

  route(
    app,
    'POST',
    '/online/results/:code/delete',
    { ...DELETE, body: deleteResultsBody, answer: removedCount },
    async (request) => {
      const form = offered(formOf(request.params.code), 'delete')
      const keys = await resultKeys(reader, form, request.session, request.body)
      return removed(await writer.remove(form, keys, contextOf(request)))
    },
  )

  route(
    app,
    'POST',
    '/online/results/:code/edit/preview',
    { ...EDIT, body: previewEditBody, answer: editPreview },
    async (request) => {
      const { session, body } = request
      const form = offered(formOf(request.params.code), 'edit')
      const keys = await resultKeys(reader, form, session, body)
      const asked = { rows: new Map(keys.map((key) => [key, undefined])), values: rowOf(body.values) }
      const edited = await writer.tryEditMany(form, asked, contextOf(request))
      return ok(await editPreviewOf(reader, form, session, edited))
    },
  )

  route(
    app,
    'POST',
    '/online/results/:code/edit',
    { ...EDIT, body: editResultsBody, answer: editedCount, refusal: rowErrorsShape },
    async (request) => {
      const { rows, values } = request.body
      const form = offered(formOf(request.params.code), 'edit')
      const asked = {
        rows: new Map(rows.map(({ id, version }) => [id, version])),
        values: rowOf(values),
      }
      const answer = await writer.editMany(form, asked, contextOf(request))
      return answer.saved ? ok(answer.count, '批量编辑成功！') : notSaved(form, answer.errors)
    },
  )

  route(
    app,
    'POST',
    '/online/results/:code/save',
    { ...EDIT, body: saveTableBody, answer: savedTable, refusal: rowErrorsShape },
    async (request) => {
      const { session, body } = request
      const form = formOf(request.params.code)
      const rows = body.rows.map(tableRow)
      const removed = [...new Set(body.removed)]
      if (!removed.every(isKey)) throw badRequest('参数不识别！')
      if (rows.some(({ id }) => id !== undefined)) offered(form, 'edit')
      if (rows.some(({ id }) => id === undefined)) needs(session, form, 'add')
      if (removed.length > 0) needs(session, form, 'delete')
      const answer = await writer.saveTable(form, { rows, removed }, contextOf(request))
      return answer.saved ? ok({ rows: answer.rows }, '保存成功！') : notSaved(form, answer.errors)
    },
  )
}

/** The call is allowed to whoever edits records; new and removed ones need rights of their own. */
function needs(session: Session, form: CompiledForm, action: 'add' | 'delete'): void {
  offered(form, action)
  if (!may(session, action, { form }).allowed) throw forbidden()
}

/** A row as it is saved; one that names no record is new. */
function tableRow(sent: Row): Row {
  const { id, ...values } = rowOf(sent)
  if (id === undefined || id === null || id === '') {
    const { _version, ...rest } = values
    return rest
  }
  if (typeof id !== 'string' || !isKey(id)) throw badRequest('参数不识别！')
  const { _version: version } = values
  if (version !== undefined && !Number.isSafeInteger(version)) throw badRequest('参数不识别！')
  return { id, ...values }
}
