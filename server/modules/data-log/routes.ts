import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { compareQuery, dataVersions, versionsQuery } from '#schemas/api/data-log.ts'
import { ok, pageOf } from '#schemas/api/envelope.ts'
import { listQuery } from '#schemas/api/question.ts'
import { recordPage, rowErrorsShape } from '#schemas/api/record.ts'
import {
  lifePage,
  lifeQuery,
  lifeVersionsQuery,
  restoredVersion,
  restoreVersionBody,
} from '#schemas/api/record-life.ts'
import { notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { Documents } from '../document/documents.ts'
import {
  contextOf,
  type FormReader,
  notSaved,
  offered,
  type RecordSource,
  usableForm,
} from '../online-form/index.ts'
import { recordLife } from './record-life.ts'
import { type RestoreParts, restoreVersion } from './restore-version.ts'
import { changesNamed, changesOf, withOrigin } from './store.ts'
import { visibleVersions } from './versions.ts'

const FORM = 'sys_data_log'
const PAGE_SIZE = 10
const LIST = { access: { action: 'list', form: FORM } } as const

/** The calls of the data log. Its list says who changed what and when; what stood in a record obeys the rights to that record. */
export function registerDataLog(
  app: FastifyInstance,
  parts: {
    documents: Documents
    reader: FormReader
    writer: RestoreParts['writer']
    store: RecordSource
    pool: Pool
    now: () => Date
  },
): void {
  const { documents, reader, pool } = parts

  route(
    app,
    'GET',
    '/sys/dataLog/list',
    { ...LIST, query: listQuery, answer: recordPage },
    async ({ session, query }) => {
      const found = await reader.list(usableForm(documents, FORM).form, session, query)
      const changes = await changesNamed(
        pool,
        session,
        found.records.map(({ id }) => String(id)),
      )
      const contents = new Map(
        (await visibleVersions(parts, session, changes)).map(({ id, dataContent }) => [id, dataContent]),
      )
      const records = found.records.map((row) => ({
        ...row,
        createName: row.createBy,
        dataContent: contents.get(String(row.id)) ?? null,
      }))
      return ok(pageOf(records, found.total, found.pageNo, found.pageSize))
    },
  )

  route(
    app,
    'GET',
    '/sys/dataLog/queryDataVerList',
    { ...LIST, query: versionsQuery, answer: dataVersions },
    async ({ session, query: { dataTable, dataId } }) =>
      ok(
        await visibleVersions(parts, session, withOrigin(await changesOf(pool, session, dataTable, dataId))),
      ),
  )

  route(
    app,
    'GET',
    '/sys/dataLog/queryCompareList',
    { ...LIST, query: compareQuery, answer: dataVersions },
    async ({ session, query: { dataId1, dataId2 } }) => {
      const changes = await changesNamed(pool, session, [dataId1, dataId2])
      const inOrder = [dataId1, dataId2].flatMap((id) => changes.find((one) => one.id === id) ?? [])
      const versions = await visibleVersions(parts, session, inOrder)
      if (versions.length < 2) throw notFound('版本不存在，或您无权查看')
      return ok(versions)
    },
  )

  // Whoever sees a record sees what happened to it, whatever they may see of the data log.
  const OWN = { access: { action: 'list' } } as const

  route(
    app,
    'GET',
    '/online/history/:code/:id',
    { ...OWN, query: lifeQuery, answer: lifePage },
    async ({ session, params, query: { pageNo = 1, pageSize = PAGE_SIZE } }) => {
      const { form } = usableForm(documents, params.code)
      const page = { limit: pageSize, offset: (pageNo - 1) * pageSize }
      const { events, total } = await recordLife(parts, session, form, params.id, page)
      return ok(pageOf(events, total, pageNo, pageSize))
    },
  )

  route(
    app,
    'GET',
    '/online/history/:code/:id/versions',
    { ...OWN, query: lifeVersionsQuery, answer: dataVersions },
    async ({ session, params, query: { one, other } }) => {
      const { form } = usableForm(documents, params.code)
      const wanted = [one, ...(other === undefined ? [] : [other])]
      const changes = await changesNamed(pool, session, wanted)
      const ofRecord = changes.filter(
        ({ table, recordId }) => table === form.tableName && recordId === params.id,
      )
      const inOrder = wanted.flatMap((id) => ofRecord.find((change) => change.id === id) ?? [])
      const versions = await visibleVersions(parts, session, inOrder)
      if (versions.length < wanted.length) throw notFound('版本不存在，或您无权查看')
      return ok(versions)
    },
  )

  route(
    app,
    'POST',
    '/online/history/:code/:id/restore',
    {
      access: { action: 'edit' },
      body: restoreVersionBody,
      answer: restoredVersion,
      refusal: rowErrorsShape,
    },
    async (request) => {
      const { params, body } = request
      const form = offered(usableForm(documents, params.code).form, 'edit')
      const answer = await restoreVersion(parts, form, params.id, body, contextOf(request))
      return answer.saved ? ok(answer.restored, '还原成功！') : notSaved(form, answer.errors)
    },
  )
}
