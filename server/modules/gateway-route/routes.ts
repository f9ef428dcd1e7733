import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok } from '#schemas/api/envelope.ts'
import { type GatewayRoute, gatewayRouteBody, gatewayRoutes } from '#schemas/api/gateway-route.ts'
import { rowErrorsShape, savedKey } from '#schemas/api/record.ts'
import type { Row } from '#schemas/compile/model.ts'
import { forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { may } from '../../permission/may.ts'
import {
  contextOf,
  formView,
  type OnlineFormParts,
  saved,
  usableForm,
  wireRoutes,
} from '../online-form/index.ts'
import { partsOf } from './route-parts.ts'

const FORM = 'sys_gateway_route'
/** More than any gateway has. */
const MAX_ROUTES = 1000

/** The wire's calls for routes of the gateway: predicates and filters are answered as lists, and stored as their text. */
export function registerGatewayRoute(
  app: FastifyInstance,
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports' | 'store'>,
): void {
  const base = '/sys/gatewayRoute'
  wireRoutes(app, base, { document: FORM, list: false }, forms)
  const access = (action: string) => ({ access: { action, form: FORM } })
  const formOf = () => usableForm(forms.documents, FORM).form

  route(app, 'GET', `${base}/list`, { ...access('list'), answer: gatewayRoutes }, async ({ session }) => {
    const order = [{ field: 'routerId', descending: false }]
    const rows = await forms.store.rows(formView(session, formOf()), session, [], order, MAX_ROUTES)
    return ok(rows.map(routeOf))
  })

  route(
    app,
    'POST',
    `${base}/updateAll`,
    { ...access('edit'), body: gatewayRouteBody, answer: savedKey, refusal: rowErrorsShape },
    async (request) => {
      const form = formOf()
      const row = rowOf(request.body.router)
      if (row.id) return saved(form, await forms.writer.update(form, row, contextOf(request)), '修改成功!')
      if (!may(request.session, 'add', { form }).allowed) throw forbidden()
      return saved(form, await forms.writer.insert(form, row, contextOf(request)), '添加成功！')
    },
  )

  // Routes are read from the database whenever they are asked for: there is nothing to forget.
  route(app, 'GET', `${base}/clearRedis`, { ...access('edit'), answer: nothing }, async () =>
    ok(null, '清除成功!'),
  )
}

function routeOf({ id, routerId, name, uri, predicates, filters, status }: Row): GatewayRoute {
  return {
    id: String(id),
    routerId: String(routerId),
    name: String(name),
    uri: String(uri),
    predicates: partsOf(predicates),
    filters: partsOf(filters),
    status: Number(status),
  }
}

function rowOf(router: Readonly<Record<string, unknown>>): Row {
  const text = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value)
  return { ...router, predicates: text(router.predicates), filters: text(router.filters) } as Row
}
