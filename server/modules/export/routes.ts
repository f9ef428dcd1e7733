import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { type ExportQuestion, exportBody, exportQuery, formExportQuery } from '#schemas/api/export.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import { requestEvent } from '../../http/request-event.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { maskedParameters } from '../../operation/masked-parameters.ts'
import { fileHeaders } from '../file/file-headers.ts'
import { type OnlineFormParts, usableForm } from '../online-form/index.ts'
import { XLSX_TYPE } from '../spreadsheet/xlsx.ts'
import type { Exporter } from './exporter.ts'
import type { ImportTemplate } from './import-template.ts'

/** Value of the dictionary operate_type. */
const EXPORT = 6

export interface ExportParts {
  documents: OnlineFormParts['documents']
  exporter: Exporter
  log: Pick<EventLog, 'write'>
}

export interface TemplateParts {
  template: ImportTemplate
}

/**
 * Calls that answer the rows of a list as a file: the wire's for online forms, and one that takes any number of chosen rows; and
 * the file that rows to be imported are filled into.
 */
export function registerExports(app: FastifyInstance, parts: ExportParts & TemplateParts): void {
  const { documents, template } = parts
  const access = { action: 'export' }
  for (const name of ['exportXls', 'exportXlsOld'])
    app.get<{ Params: { code: string }; Querystring: Static<typeof formExportQuery> }>(
      `/online/cgform/api/${name}/:code`,
      { config: { access }, schema: { querystring: formExportQuery } },
      (request, reply) => {
        const { paramsStr, ...query } = request.query
        const { form } = usableForm(documents, request.params.code)
        return send(parts, form, { ...query, ...paramsOf(paramsStr) }, request, reply)
      },
    )
  app.post<{ Params: { code: string }; Body: Static<typeof exportBody> }>(
    '/online/export/:code',
    { config: { access, readsOnly: true }, schema: { body: exportBody } },
    (request, reply) => {
      const { query, ...wanted } = request.body
      const { form } = usableForm(documents, request.params.code)
      return send(parts, form, { ...query, ...wanted }, request, reply)
    },
  )
  app.get<{ Params: { code: string } }>(
    '/online/cgform/api/importTemplate/:code',
    { config: { access: { action: 'import' } } },
    async (request, reply) => {
      const { title, bytes } = await template(
        usableForm(documents, request.params.code).form,
        request.session,
      )
      return reply
        .type(XLSX_TYPE)
        .headers(fileHeaders(`${title}.xlsx`, 'attachment'))
        .send(bytes)
    },
  )
}

/** The wire's name of the same call for the entity below a path: see `OnlineFormParts.exports`. */
export function entityExports(parts: ExportParts): OnlineFormParts['exports'] {
  return (app, path, document) => {
    app.get<{ Querystring: ExportQuestion }>(
      `${path}/exportXls`,
      { config: { access: { action: 'export', form: document } }, schema: { querystring: exportQuery } },
      (request, reply) =>
        send(parts, usableForm(parts.documents, document).form, request.query, request, reply),
    )
  }
}

/** Sends the file while it is made, and notes in the log what became of it. */
async function send(
  { exporter, log }: ExportParts,
  form: CompiledForm,
  { format = 'xlsx', exportFields, ...query }: ExportQuestion,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let count = 0
  const { name, type, bytes } = await exporter(form, request.session, {
    query,
    fields: exportFields,
    format,
    origin: `${request.protocol}://${request.host}`,
    onRows(rows) {
      count = rows
    },
  })
  bytes.once('close', () =>
    log.write({
      ...requestEvent(request),
      kind: 'operation',
      content: `导出${form.title}：${count} 条`,
      result: bytes.readableEnded ? 'success' : 'failure',
      change: {
        type: EXPORT,
        url: request.url.split('?', 1)[0] ?? '',
        parameters: maskedParameters(
          { ...query, exportFields, format },
          new Set(form.permissions.columns.map(({ field }) => field)),
        ),
        ms: Math.round(reply.elapsedTime),
      },
    }),
  )
  return reply
    .type(type)
    .headers(fileHeaders(name, 'attachment'))
    .header('Cache-Control', 'no-store')
    .send(bytes)
}

/** List parameters that came as JSON. */
function paramsOf(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text === '') return {}
  let params: unknown
  try {
    params = JSON.parse(text)
  } catch {
    throw badRequest('参数格式不正确')
  }
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw badRequest('参数格式不正确')
  return params as Record<string, unknown>
}
