import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok, pageOf, refused } from '#schemas/api/envelope.ts'
import {
  matchBody,
  mendBody,
  mended,
  nearChoices,
  nearQuery,
  stagedFile,
  stagedFiles,
  stagedRows,
  stagedRowsQuery,
} from '#schemas/api/import-workbench.ts'
import { AppError, badRequest, conflict } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { fileHeaders } from '../file/file-headers.ts'
import { contextOf, offered, usableForm } from '../online-form/index.ts'
import { XLSX_TYPE } from '../spreadsheet/xlsx.ts'
import { restName, restWorkbook } from './rest-file.ts'
import { type ImportParts, sentFiles, withImports } from './routes.ts'
import { BEING_SAVED, type Workbench } from './workbench.ts'

const LIST = '/online/import/:code'
const FILE = '/online/import/:code/:file'
/** Looking a file through changes no record: the log has no line of it. */
const LOOKS = { access: { action: 'import' }, readsOnly: true } as const

/** Calls of the workbench: files that are matched, looked through and mended before their rows are taken in. */
export function registerWorkbench(
  app: FastifyInstance,
  parts: Omit<ImportParts, 'importer'> & { workbench: Workbench },
): void {
  const { workbench, documents, say } = parts
  const formOf = (code: string) => offered(usableForm(documents, code).form, 'add')

  route(app, 'GET', LIST, { ...LOOKS, answer: stagedFiles }, async ({ session, params }) =>
    ok(await workbench.list(session, formOf(params.code))),
  )

  withImports(app, (uploads) =>
    route(uploads, 'POST', LIST, { ...LOOKS, answer: stagedFiles }, async (request) => {
      const form = formOf(request.params.code)
      const { files } = await sentFiles(request, parts)
      try {
        if (files.length === 0) throw badRequest('请求中没有文件')
        const added = []
        for (const file of files) added.push(await workbench.add(request.session, form, file))
        return ok(added)
      } catch (error) {
        // A wrong file is nothing unusual: its sender reads why.
        if (error instanceof AppError && error.refusal === 'BAD_REQUEST') return refused(say(error.message))
        throw error
      } finally {
        for (const { file } of files) await rm(file, { force: true })
      }
    }),
  )

  route(app, 'GET', FILE, { ...LOOKS, answer: stagedFile }, async (request) =>
    ok(await workbench.get(formOf(request.params.code), request.params.file, contextOf(request))),
  )

  route(app, 'DELETE', FILE, { ...LOOKS, answer: nothing }, async ({ session, params }) => {
    if (!(await workbench.remove(session, formOf(params.code), params.file)))
      throw conflict(BEING_SAVED, null)
    return ok(null)
  })

  route(app, 'POST', `${FILE}/match`, { ...LOOKS, body: matchBody, answer: stagedFile }, async (request) => {
    const { code, file } = request.params
    return ok(await workbench.match(formOf(code), file, request.body, contextOf(request)))
  })

  route(
    app,
    'GET',
    `${FILE}/rows`,
    { ...LOOKS, query: stagedRowsQuery, answer: stagedRows },
    async (request) => {
      const { params, query } = request
      const { records, total } = await workbench.rows(
        formOf(params.code),
        params.file,
        query,
        contextOf(request),
      )
      return ok(pageOf(records, total, query.pageNo, query.pageSize))
    },
  )

  route(app, 'POST', `${FILE}/cells`, { ...LOOKS, body: mendBody, answer: mended }, async (request) => {
    const { params, body } = request
    return ok(await workbench.mend(formOf(params.code), params.file, body.cells, contextOf(request)))
  })

  route(
    app,
    'GET',
    `${FILE}/near`,
    { ...LOOKS, query: nearQuery, answer: nearChoices },
    async ({ session, params, query }) =>
      ok(await workbench.near(session, formOf(params.code), params.file, query.no, query.field)),
  )

  route(app, 'POST', `${FILE}/save`, { access: { action: 'import' }, answer: stagedFile }, async (request) =>
    ok(await workbench.save(formOf(request.params.code), request.params.file, contextOf(request))),
  )

  app.get<{ Params: { code: string; file: string } }>(
    `${FILE}/rest`,
    { config: { access: { action: 'import' } } },
    async ({ session, params }, reply) => {
      const { name, headings, lines } = await workbench.rest(session, formOf(params.code), params.file)
      return reply
        .type(XLSX_TYPE)
        .headers(fileHeaders(restName(name, say), 'attachment'))
        .send(restWorkbook([{ headings, lines }], say))
    },
  )
}
