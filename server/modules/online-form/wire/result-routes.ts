import type { FastifyInstance } from 'fastify'
import { removedCount } from '#schemas/api/record.ts'
import { deleteResultsBody } from '#schemas/api/results.ts'
import { route } from '../../../http/route.ts'
import { resultKeys } from '../read/result-keys.ts'
import type { OnlineFormParts } from './online-form-parts.ts'
import { contextOf, offered, removed, usableForm } from './record-calls.ts'

/** Calls that change all rows of a list query together. */
export function registerResults(
  app: FastifyInstance,
  { documents, reader, writer }: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer'>,
): void {
  route(
    app,
    'POST',
    '/online/results/:code/delete',
    { access: { action: 'delete' }, body: deleteResultsBody, answer: removedCount },
    async (request) => {
      const form = offered(usableForm(documents, request.params.code).form, 'delete')
      const keys = await resultKeys(reader, form, request.session, request.body)
      return removed(await writer.remove(form, keys, contextOf(request)))
    },
  )
}
