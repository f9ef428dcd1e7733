import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actionBody, actionResult } from '#schemas/api/action.ts'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import { FORM_DESIGN, FORM_SYNC } from '#schemas/api/permission-codes.ts'
import { listQuery, recordBody } from '#schemas/api/question.ts'
import {
  formRecordQuery,
  linkEntries,
  linkQuery,
  moveBody,
  recordList,
  recordOrNull,
  recordPage,
  recordShape,
  removedCount,
  rowErrorsShape,
  savedKey,
  syncPlanShape,
  syncResultShape,
  treeQuery,
  v3QueryShape,
  wireAllColumns,
  wireColumnsShape,
  wireFormShape,
  wireQueryShape,
} from '#schemas/api/record.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { WireColumns } from '#schemas/compile/wire/columns.ts'
import { v3Columns, v3Rows } from '#schemas/compile/wire/v3.ts'
import { badRequest, forbidden, notFound } from '../../../errors.ts'
import { requestEvent } from '../../../http/request-event.ts'
import { route } from '../../../http/route.ts'
import { may } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import { SyncRefused } from '../../table-structure/table-sync.ts'
import { selectOptions } from '../read/select-options.ts'
import { registerDocument } from './document-route.ts'
import { registerFigures } from './figure-routes.ts'
import type { OnlineFormParts } from './online-form-parts.ts'
import { registerPrints } from './print-routes.ts'
import { contextOf, notSaved, offered, removed, rowOf, saved, update, usableForm } from './record-calls.ts'
import { registerResults } from './result-routes.ts'
import { v3QueryInfoOf, wireColumnsOf, wireFormItemOf, wireQueryInfoOf } from './wire-answers.ts'

const LIST = { access: { action: 'list' } } as const
const ADD = { access: { action: 'add' } } as const
const EDIT = { access: { action: 'edit' } } as const
const ACTION = { access: { action: ':action' } } as const
const DELETE = { access: { action: 'delete' } } as const
const DESIGN = { access: { permission: FORM_DESIGN } } as const
const SYNC = { access: { permission: FORM_SYNC } } as const
const SIGNED_IN = { access: 'signedIn' } as const

/** Run-time calls of online forms, and the two calls that bring a table into line with its document. */
export function registerOnlineForm(app: FastifyInstance, parts: OnlineFormParts): void {
  const { documents, reader, writer } = parts

  const formOf = (code: string) => usableForm(documents, code)

  registerDocument(app, parts)

  const api = '/online/cgform/api'

  route(app, 'GET', `${api}/getColumns/:code`, { ...LIST, answer: wireColumnsShape }, async (request) =>
    ok(columnsFor(request, await wireColumnsOf(formOf(request.params.code).form, request.session, parts))),
  )

  route(app, 'GET', `${api}/getErpColumns/:code`, { ...LIST, answer: wireAllColumns }, async (request) => {
    const { form } = formOf(request.params.code)
    const subs = form.subTables.flatMap((sub) => documents.resolve(sub.code) ?? [])
    return ok({
      main: columnsFor(request, await wireColumnsOf(form, request.session, parts)),
      subList: await Promise.all(
        subs.map(async (sub) => columnsFor(request, await wireColumnsOf(sub, request.session, parts))),
      ),
    })
  })

  route(app, 'GET', `${api}/getQueryInfo/:code`, { ...LIST, answer: wireQueryShape }, async (request) =>
    ok(wireQueryInfoOf(formOf(request.params.code).form, request.session, parts)),
  )

  route(app, 'GET', `${api}/getQueryInfoVue3/:code`, { ...LIST, answer: v3QueryShape }, async (request) =>
    ok(await v3QueryInfoOf(formOf(request.params.code).form, request.session, parts)),
  )

  for (const path of [`${api}/getFormItem/:code`, `${api}/getFormItemBytbname/:code`] as const)
    route(app, 'GET', path, { ...LIST, answer: wireFormShape }, async (request) =>
      ok(await wireFormItemOf(formOf(request.params.code).form, request.session, parts)),
    )

  route(
    app,
    'GET',
    `${api}/getData/:code`,
    { ...LIST, query: listQuery, answer: recordPage },
    async (request) => {
      const { records, total, pageNo, pageSize } = await reader.list(
        formOf(request.params.code).form,
        request.session,
        request.query,
      )
      return ok(pageOf(rowsFor(request, records), total, pageNo, pageSize))
    },
  )

  route(
    app,
    'GET',
    `${api}/getTreeData/:code`,
    { ...LIST, query: treeQuery, answer: recordPage },
    async (request) => {
      const { records, total, pageNo, pageSize } = await reader.tree(
        formOf(request.params.code).form,
        request.session,
        request.query,
      )
      return ok(pageOf(rowsFor(request, records), total, pageNo, pageSize))
    },
  )

  // `detail` is `form` with texts; here every answer carries them.
  for (const path of [`${api}/form/:code/:dataId`, `${api}/detail/:code/:dataId`] as const)
    route(app, 'GET', path, { ...LIST, query: formRecordQuery, answer: recordShape }, async (request) => {
      const { session, params, query } = request
      const { form } = formOf(params.code)
      const record = await reader.record(form, session, params.dataId)
      return ok(
        query.drafts
          ? { ...record, _drafts: await parts.drafts.offered(session, form, params.dataId) }
          : record,
      )
    })

  route(
    app,
    'POST',
    `${api}/form/:code`,
    { ...ADD, body: recordBody, answer: savedKey, refusal: rowErrorsShape },
    async (request) => {
      const { form } = formOf(request.params.code)
      return saved(
        form,
        await writer.insert(offered(form, 'add'), rowOf(request.body), contextOf(request)),
        '添加成功！',
      )
    },
  )

  route(
    app,
    'PUT',
    `${api}/form/:code`,
    { ...EDIT, body: recordBody, answer: savedKey, refusal: rowErrorsShape },
    async (request) => {
      const { form } = formOf(request.params.code)
      return saved(
        form,
        await update(parts, offered(form, 'edit'), rowOf(request.body), contextOf(request)),
        '修改成功！',
      )
    },
  )

  route(
    app,
    'POST',
    '/online/action/:code/:action',
    { ...ACTION, body: actionBody, answer: actionResult, refusal: rowErrorsShape },
    async (request) => {
      const { form } = formOf(request.params.code)
      const { ids, input = {} } = request.body
      const answer = await parts.actions.run(form, request.params.action, { ids, input }, contextOf(request))
      return answer.done
        ? ok(answer.result, answer.result.message ?? '操作成功！')
        : notSaved(form, answer.errors)
    },
  )

  route(
    app,
    'POST',
    '/online/move/:code',
    { ...EDIT, body: moveBody, answer: savedKey, refusal: rowErrorsShape },
    async (request) => {
      const form = offered(formOf(request.params.code).form, 'edit')
      return saved(form, await writer.move(form, request.body, contextOf(request)), '移动成功！')
    },
  )

  route(app, 'DELETE', `${api}/form/:code/:ids`, { ...DELETE, answer: removedCount }, async (request) => {
    const { form } = formOf(request.params.code)
    return removed(
      await writer.remove(offered(form, 'delete'), request.params.ids.split(','), contextOf(request)),
    )
  })

  registerFigures(app, parts)
  registerPrints(app, parts)
  registerResults(app, parts)

  // A sub table's rows belong to their main record: the right to list either form is enough to ask.
  function subForm(code: string, session: Session): CompiledForm {
    const form = documents.resolve(code)
    const allowed =
      form !== null &&
      (may(session, 'list', { form }).allowed ||
        documents.mainsOf(form.code).some(({ main }) => may(session, 'list', { form: main }).allowed))
    // Without a right there is no telling whether the form exists.
    if (!form || !allowed) throw forbidden()
    return form
  }

  route(
    app,
    'GET',
    `${api}/subform/:table/:mainId`,
    { ...SIGNED_IN, answer: recordOrNull },
    async (request) => {
      const { table, mainId } = request.params
      const rows = await reader.subRows(subForm(table, request.session), request.session, mainId)
      return ok(rows[0] ?? null)
    },
  )

  route(
    app,
    'GET',
    `${api}/subform/list/:table/:mainId`,
    { ...SIGNED_IN, answer: recordList },
    async (request) => {
      const { table, mainId } = request.params
      return ok(await reader.subRows(subForm(table, request.session), request.session, mainId))
    },
  )

  route(
    app,
    'GET',
    `${api}/querySelectOptions`,
    { ...SIGNED_IN, query: linkQuery, answer: linkEntries },
    async (request) => {
      const { session, query } = request
      return ok(await selectOptions(parts, session, query))
    },
  )

  route(app, 'GET', `${api}/syncPlan/:code`, { ...DESIGN, answer: syncPlanShape }, async (request) => {
    const plan = await documents.planOf(request.params.code)
    if (!plan) throw notFound('表单不存在')
    return ok(plan)
  })

  route(
    app,
    'POST',
    `${api}/doDbSynch/:code/:mode`,
    { ...SYNC, answer: syncResultShape, refusal: syncPlanShape },
    async (request) => {
      const { code, mode } = request.params
      if (mode !== 'normal' && mode !== 'force') throw badRequest('同步方式只能是 normal 或 force')
      // It empties the table for everybody; bringing tables into line keeps the rows.
      if (mode === 'force' && !request.session.isAdmin) throw forbidden()
      try {
        const result = await documents.sync(code, mode)
        if (!result) throw notFound('表单不存在')
        parts.log.write({
          ...requestEvent(request),
          kind: 'operation',
          content:
            `同步数据表 ${code}（${mode}）：${result.done.map(({ title }) => title).join('；') || '无变化'}`.slice(
              0,
              1000,
            ),
          result: 'success',
        })
        return ok(result, '同步数据库成功!')
      } catch (error) {
        if (error instanceof SyncRefused) return refused(error.message, 500, error.plan)
        throw error
      }
    },
  )
}

/** Columns as the caller's dialect has them. */
function columnsFor({ dialect }: FastifyRequest, columns: WireColumns): WireColumns {
  return dialect === 'v3' ? v3Columns(columns) : columns
}

/** Rows of a list as the caller's dialect has them. */
function rowsFor({ dialect }: FastifyRequest, rows: Row[]): Row[] {
  return dialect === 'v3' ? v3Rows(rows) : rows
}
