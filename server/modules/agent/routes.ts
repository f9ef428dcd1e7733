import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { nullable } from '#schemas/api/answer.ts'
import { ok } from '#schemas/api/envelope.ts'
import { recordShape } from '#schemas/api/record.ts'
import { route } from '../../http/route.ts'
import type { Documents } from '../document/documents.ts'
import { type FormReader, usableForm } from '../online-form/index.ts'

const DOCUMENT = 'sys_user_agent'
const byUser = Type.Object({ userName: Type.String({ minLength: 1, maxLength: 100 }) })

/** The wire's question who acts for a user; the records themselves are a document. */
export function registerAgents(
  app: FastifyInstance,
  { documents, reader }: { documents: Pick<Documents, 'entry'>; reader: Pick<FormReader, 'list'> },
): void {
  route(
    app,
    'GET',
    '/sys/sysUserAgent/queryByUserName',
    { access: { action: 'list', form: DOCUMENT }, query: byUser, answer: nullable(recordShape) },
    async ({ session, query }) => {
      const { form } = usableForm(documents, DOCUMENT)
      const own = { field: 'userName', rule: 'eq' as const, val: query.userName }
      const newest = { pageSize: 1, column: 'startTime', order: 'desc' }
      const { records } = await reader.list(form, session, newest, { conditions: [{ own }] })
      return ok(records[0] ?? null)
    },
  )
}
