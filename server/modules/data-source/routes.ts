import type { FastifyInstance } from 'fastify'
import { dataSourceOptions } from '#schemas/api/data-source.ts'
import { ok } from '#schemas/api/envelope.ts'
import { route } from '../../http/route.ts'
import { formView, type OnlineFormParts, usableForm, wireRoutes } from '../online-form/index.ts'

const FORM = 'sys_data_source'
/** More than any installation has. */
const MAX_SOURCES = 1000

/** The wire's calls for data sources. No answer holds a password. */
export function registerDataSource(
  app: FastifyInstance,
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports' | 'store'>,
): void {
  wireRoutes(app, '/sys/dataSource', { document: FORM }, forms)
  route(
    app,
    'GET',
    '/sys/dataSource/options',
    { access: { action: 'list', form: FORM }, answer: dataSourceOptions },
    async ({ session }) => {
      const view = formView(session, usableForm(forms.documents, FORM).form)
      const rows = await forms.store.rows(
        view,
        session,
        [],
        [{ field: 'code', descending: false }],
        MAX_SOURCES,
      )
      return ok(
        rows.map(({ code, name }) => ({ value: String(code), label: String(name), text: String(name) })),
      )
    },
  )
}
