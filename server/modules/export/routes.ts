import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { ok } from '#schemas/api/envelope.ts'
import {
  type ExportQuestion,
  exportAddress,
  exportAddressQuery,
  exportBody,
  exportQuery,
  formExportQuery,
  type OrderedExport,
} from '#schemas/api/export.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { badRequest, notFound } from '../../errors.ts'
import { requestEvent } from '../../http/request-event.ts'
import { route } from '../../http/route.ts'
import { reader as caller, scopeOf } from '../../language.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { maskedParameters } from '../../operation/masked-parameters.ts'
import type { FileAddresses } from '../file/file-address.ts'
import { fileHeaders } from '../file/file-headers.ts'
import { type FormReader, type OnlineFormParts, usableForm } from '../online-form/index.ts'
import { XLSX_TYPE } from '../spreadsheet/xlsx.ts'
import type { ExportOrders } from './export-orders.ts'
import type { Exporter } from './exporter.ts'
import type { ImportTemplate } from './import-template.ts'
import { EXPORT } from './log-word.ts'

/** An export of more rows is made in the background, where its caller can take an order in place of a file. */
const FOREGROUND_ROWS = 10_000

export interface ExportParts {
  documents: OnlineFormParts['documents']
  exporter: Exporter
  log: Pick<EventLog, 'write'>
}

export interface OrderParts {
  orders: ExportOrders
  reader: Pick<FormReader, 'list'>
  addresses: Pick<FileAddresses, 'of'>
  now: () => Date
}

export interface TemplateParts {
  template: ImportTemplate
}

/**
 * Calls that answer the rows of a list as a file: the wire's for online forms, and one that takes any number of chosen rows; and
 * the file that rows to be imported are filled into.
 */
export function registerExports(app: FastifyInstance, parts: ExportParts & OrderParts & TemplateParts): void {
  const { documents, template, orders, addresses } = parts
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
    async (request, reply) => {
      const { query, background = false, ...wanted } = request.body
      const { form } = usableForm(documents, request.params.code)
      const ordered = background && (await order(parts, form, query, wanted, request))
      return ordered || send(parts, form, { ...query, ...wanted }, request, reply)
    },
  )
  route(
    app,
    'GET',
    '/online/myExport/address',
    {
      access: 'signedIn',
      query: exportAddressQuery,
      answer: exportAddress,
    },
    async ({ session, query }) => {
      const [found] = await orders.ofUser(session, query.id)
      if (!found?.path) throw notFound('文件不存在')
      return ok({ path: `${addresses.of(found.path)}&download=1`, name: found.fileName ?? '' })
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

/** Takes an order where the rows are many; null where the file can be sent at once. */
async function order(
  { orders, reader, now }: OrderParts,
  form: CompiledForm,
  query: Readonly<Record<string, unknown>>,
  {
    format = 'xlsx',
    exportFields,
    subRows,
    selections,
  }: Pick<ExportQuestion, 'format' | 'exportFields' | 'subRows' | 'selections'>,
  request: FastifyRequest,
) {
  const { session } = request
  // Chosen rows are never so many; a key is not the person who would be told.
  if (selections || session.only) return null
  const { total } = await reader.list(form, session, { ...query, pageNo: 1, pageSize: 1 })
  if (total <= FOREGROUND_ROWS) return null
  const { language, word } = caller()
  const id = await orders.add(
    session,
    {
      form: form.code,
      title: word(scopeOf.form(form.code), form.title),
      total,
      wanted: {
        query,
        ...(exportFields === undefined ? {} : { fields: exportFields }),
        format,
        ...(subRows === undefined ? {} : { subRows }),
        origin: originOf(request),
        language,
      },
    },
    now(),
  )
  return ok<OrderedExport>({ id, total }, '数据较多，已转为后台导出，完成后会通知您')
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}

/** Sends the file while it is made, and notes in the log what became of it. */
async function send(
  { exporter, log }: ExportParts,
  form: CompiledForm,
  { format = 'xlsx', exportFields, subRows, ...query }: ExportQuestion,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let count = 0
  const { name, type, bytes } = await exporter(form, request.session, {
    query,
    fields: exportFields,
    format,
    subRows,
    origin: originOf(request),
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
