import type { FastifyInstance } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import { printBody, printedRecords as printedShape } from '#schemas/api/print.ts'
import { route } from '../../../http/route.ts'
import { printedRecords } from '../read/printed-records.ts'
import type { OnlineFormParts } from './online-form-parts.ts'
import { usableForm } from './record-calls.ts'

/** The call that answers what is printed. */
export function registerPrints(
  app: FastifyInstance,
  { documents, reader }: Pick<OnlineFormParts, 'documents' | 'reader'>,
): void {
  route(
    app,
    'POST',
    '/online/print/:code',
    { access: { action: 'print' }, readsOnly: true, body: printBody, answer: printedShape },
    async ({ session, params, body }) => {
      const { form } = usableForm(documents, params.code)
      return ok(await printedRecords(reader, form, session, body))
    },
  )
}
