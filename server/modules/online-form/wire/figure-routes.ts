import type { FastifyInstance } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import { listBoard, listGroups } from '#schemas/api/figures.ts'
import { listQuery } from '#schemas/api/question.ts'
import { recordShape } from '#schemas/api/record.ts'
import { route } from '../../../http/route.ts'
import type { OnlineFormParts } from './online-form-parts.ts'
import { usableForm } from './record-calls.ts'

const LIST = { access: { action: 'list' }, query: listQuery } as const

/** Calls that answer figures about all rows of a list query. */
export function registerFigures(
  app: FastifyInstance,
  { documents, reader }: Pick<OnlineFormParts, 'documents' | 'reader'>,
): void {
  const formOf = (code: string) => usableForm(documents, code).form

  route(
    app,
    'GET',
    '/online/totals/:code',
    { ...LIST, answer: recordShape },
    async ({ session, params, query }) => ok(await reader.totals(formOf(params.code), session, query)),
  )

  route(
    app,
    'GET',
    '/online/groups/:code/:field',
    { ...LIST, answer: listGroups },
    async ({ session, params: { code, field }, query }) =>
      ok(await reader.groups(formOf(code), session, query, field)),
  )

  route(
    app,
    'GET',
    '/online/board/:code/:field',
    { ...LIST, answer: listBoard },
    async ({ session, params: { code, field }, query }) =>
      ok(await reader.board(formOf(code), session, query, field)),
  )
}
