import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { AppError, badRequest, forbidden, notFound } from '../../errors.ts'
import { requestEvent } from '../../http/request-event.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { FormEntry } from '../document/documents.ts'
import { SyncRefused } from '../table-structure/table-sync.ts'
import type { OnlineFormParts } from './online-form-parts.ts'
import { pageDefinition } from './page-definition.ts'
import { selectOptions } from './select-options.ts'
import { wireColumnsOf, wireFormItemOf, wireQueryInfoOf } from './wire-answers.ts'
import type { SaveAnswer } from './writer.ts'
import type { WriteContext } from './writer-parts.ts'

const LIST = { config: { access: { permission: 'online:{code}:list' } } } as const
const ADD = { config: { access: { permission: 'online:{code}:add' } } } as const
const EDIT = { config: { access: { permission: 'online:{code}:edit' } } } as const
const DELETE = { config: { access: { permission: 'online:{code}:delete' } } } as const
const DESIGN = { config: { access: { permission: FORM_DESIGN } } } as const
const SIGNED_IN = { config: { access: 'signedIn' } } as const

type CodeParams = { code: string }

/** Run-time calls of online forms, and the two calls that bring a table into line with its document. */
export function registerOnlineForm(app: FastifyInstance, parts: OnlineFormParts): void {
  const { documents, reader, writer } = parts

  /** The usable form of a code or table; a broken document answers with what is wrong with it. */
  function formOf(code: string): { entry: FormEntry; form: CompiledForm } {
    const entry = documents.entry(code)
    if (!entry) throw notFound('表单不存在')
    if (!entry.form) throw new AppError(422, '表单文档有错误，无法使用', { problems: entry.problems })
    return { entry, form: entry.form }
  }

  app.get<{ Params: CodeParams }>('/online/document/:code', LIST, async (request) => {
    const { entry, form } = formOf(request.params.code)
    return ok(await pageDefinition(entry, form, request.session, documents, parts.dictionaries))
  })

  const api = '/online/cgform/api'

  app.get<{ Params: CodeParams }>(`${api}/getColumns/:code`, LIST, async (request) =>
    ok(await wireColumnsOf(formOf(request.params.code).form, request.session, parts)),
  )

  app.get<{ Params: CodeParams }>(`${api}/getErpColumns/:code`, LIST, async (request) => {
    const { form } = formOf(request.params.code)
    const subs = form.subTables.flatMap((sub) => documents.resolve(sub.code) ?? [])
    return ok({
      main: await wireColumnsOf(form, request.session, parts),
      subList: await Promise.all(subs.map((sub) => wireColumnsOf(sub, request.session, parts))),
    })
  })

  app.get<{ Params: CodeParams }>(`${api}/getQueryInfo/:code`, LIST, async (request) =>
    ok(wireQueryInfoOf(formOf(request.params.code).form, request.session)),
  )

  for (const path of [`${api}/getFormItem/:code`, `${api}/getFormItemBytbname/:code`])
    app.get<{ Params: CodeParams }>(path, LIST, async (request) =>
      ok(await wireFormItemOf(formOf(request.params.code).form, request.session, parts)),
    )

  app.get<{ Params: CodeParams; Querystring: Record<string, unknown> }>(
    `${api}/getData/:code`,
    LIST,
    async (request) => {
      const { records, total, pageNo, pageSize } = await reader.list(
        formOf(request.params.code).form,
        request.session,
        request.query,
      )
      return ok(pageOf(records, total, pageNo, pageSize))
    },
  )

  app.get<{ Params: CodeParams; Querystring: Record<string, unknown> }>(
    `${api}/getTreeData/:code`,
    LIST,
    async (request) => {
      const { records, total, pageNo, pageSize } = await reader.tree(
        formOf(request.params.code).form,
        request.session,
        request.query,
      )
      return ok(pageOf(records, total, pageNo, pageSize))
    },
  )

  // `detail` is `form` with texts; here every answer carries them.
  for (const path of [`${api}/form/:code/:dataId`, `${api}/detail/:code/:dataId`])
    app.get<{ Params: CodeParams & { dataId: string } }>(path, LIST, async (request) =>
      ok(await reader.record(formOf(request.params.code).form, request.session, request.params.dataId)),
    )

  app.post<{ Params: CodeParams; Body: unknown }>(`${api}/form/:code`, ADD, async (request) => {
    const { form } = formOf(request.params.code)
    return saved(form, await writer.insert(form, rowOf(request.body), contextOf(request)), '添加成功！')
  })

  app.put<{ Params: CodeParams; Body: unknown }>(`${api}/form/:code`, EDIT, async (request) => {
    const { form } = formOf(request.params.code)
    return saved(form, await writer.update(form, rowOf(request.body), contextOf(request)), '修改成功！')
  })

  app.delete<{ Params: CodeParams & { ids: string } }>(`${api}/form/:code/:ids`, DELETE, async (request) => {
    const { form } = formOf(request.params.code)
    const count = await writer.remove(form, request.params.ids.split(','), contextOf(request))
    return ok(count, count > 1 ? '批量删除成功！' : '删除成功!')
  })

  // A sub table's rows belong to their main record: the right to list either form is enough to ask.
  function subForm(code: string, session: Session): CompiledForm {
    const form = documents.resolve(code)
    const allowed =
      form !== null &&
      (may(session, 'list', { form: form.code }).allowed ||
        documents.mainsOf(form.code).some(({ main }) => may(session, 'list', { form: main.code }).allowed))
    // Without a right there is no telling whether the form exists.
    if (!form || !allowed) throw forbidden()
    return form
  }

  app.get<{ Params: { table: string; mainId: string } }>(
    `${api}/subform/:table/:mainId`,
    SIGNED_IN,
    async (request) => {
      const { table, mainId } = request.params
      const rows = await reader.subRows(subForm(table, request.session), request.session, mainId)
      return ok(rows[0] ?? null)
    },
  )

  app.get<{ Params: { table: string; mainId: string } }>(
    `${api}/subform/list/:table/:mainId`,
    SIGNED_IN,
    async (request) => {
      const { table, mainId } = request.params
      return ok(await reader.subRows(subForm(table, request.session), request.session, mainId))
    },
  )

  app.get<{ Querystring: Record<string, unknown> }>(
    `${api}/querySelectOptions`,
    SIGNED_IN,
    async (request) => {
      const { session, query } = request
      return ok(
        await selectOptions(documents, parts.store, session, query, (options, parent) =>
          parts.platformLevel(options, parent, session),
        ),
      )
    },
  )

  app.get<{ Params: CodeParams }>(`${api}/syncPlan/:code`, DESIGN, async (request) => {
    const plan = await documents.planOf(request.params.code)
    if (!plan) throw notFound('表单不存在')
    return ok(plan)
  })

  app.post<{ Params: CodeParams & { mode: string } }>(
    `${api}/doDbSynch/:code/:mode`,
    DESIGN,
    async (request) => {
      const { code, mode } = request.params
      if (mode !== 'normal' && mode !== 'force') throw badRequest('同步方式只能是 normal 或 force')
      // It begins the table anew, without its rows.
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
        if (error instanceof SyncRefused) return { ...refused(error.message), result: error.plan }
        throw error
      }
    },
  )
}

function rowOf(body: unknown): Row {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('数据格式不正确')
  return body as Row
}

function contextOf(request: FastifyRequest): WriteContext {
  const key = request.headers['idempotency-key']
  return {
    session: request.session,
    requestId: String(request.id),
    ...(typeof key === 'string' && key !== '' ? { idempotencyKey: key } : {}),
  }
}

function saved(form: CompiledForm, answer: SaveAnswer, message: string) {
  if (answer.saved) return ok(answer.id, message)
  return { ...refused(firstMessage(form, answer.errors), 422), result: { errors: answer.errors } }
}

function firstMessage(form: CompiledForm, [first]: readonly RowError[]): string {
  if (!first) return '数据校验未通过'
  if (first.row === undefined) return first.message
  const sub = form.subTables.find(({ code }) => code === first.subTable)
  return `${sub?.title ?? ''}第 ${first.row + 1} 行：${first.message}`
}
