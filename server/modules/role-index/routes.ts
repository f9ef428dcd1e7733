import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok } from '#schemas/api/envelope.ts'
import { recordOrNull, rowErrorsShape, savedKey } from '#schemas/api/record.ts'
import { defaultIndex, defaultIndexChange, roleIndexQuery } from '#schemas/api/role-index.ts'
import type { Row } from '#schemas/compile/model.ts'
import { forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import {
  contextOf,
  type OnlineFormParts,
  saved,
  update,
  usableForm,
  wireRoutes,
} from '../online-form/index.ts'
import { EVERYBODY, roleIndexRows } from './role-index-wire.ts'

const FORM = 'sys_role_index'
const BASE = '/sys/sysRoleIndex'
/** Where everybody begins while nothing else was said. */
const BUILT_IN = '/expo/ExpoList'
const SAID = '更新首页成功'

/** The wire's calls for home pages; `queryDefIndex` and `updateDefIndex` are about that of everybody. */
export function registerRoleIndex(
  app: FastifyInstance,
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports'>,
  home: string = BUILT_IN,
): void {
  wireRoutes(app, BASE, { document: FORM, rows: roleIndexRows }, forms)
  const { reader, writer } = forms
  const formOf = () => usableForm(forms.documents, FORM).form
  const access = (action: string) => ({ access: { action, form: FORM } })

  async function found(session: Session, field: string, val: string): Promise<Row | null> {
    const own = { field, rule: 'eq' as const, val }
    const { records } = await reader.list(formOf(), session, { pageSize: 1 }, { conditions: [{ own }] })
    return records[0] ?? null
  }

  route(
    app,
    'GET',
    `${BASE}/queryByCode`,
    { ...access('list'), query: roleIndexQuery, answer: recordOrNull },
    async ({ session, query: { roleCode } }) => {
      const row =
        roleCode === EVERYBODY
          ? await found(session, 'relationType', 'DEFAULT')
          : ((await found(session, 'roleCode', roleCode)) ?? (await found(session, 'userName', roleCode)))
      return ok(row && roleIndexRows.told(row))
    },
  )

  route(
    app,
    'GET',
    `${BASE}/queryDefIndex`,
    { ...access('list'), answer: defaultIndex },
    async ({ session }) => {
      const row = (await found(session, 'relationType', 'DEFAULT')) ?? {
        url: home,
        component: home.replace(/^\//, ''),
        isRoute: 1,
      }
      return ok({
        roleCode: EVERYBODY,
        url: String(row.url ?? ''),
        component: row.component ? String(row.component) : null,
        route: Number(row.isRoute) === 1,
      })
    },
  )

  route(
    app,
    'PUT',
    `${BASE}/updateDefIndex`,
    { ...access('edit'), query: defaultIndexChange, answer: savedKey, refusal: rowErrorsShape },
    async (request) => {
      const form = formOf()
      const { url, component = null, isRoute = true } = request.query
      const change = { url, component, isRoute: Number(isRoute) }
      const row = await found(request.session, 'relationType', 'DEFAULT')
      if (row) return saved(form, await update(forms, form, { ...row, ...change }, contextOf(request)), SAID)
      if (!may(request.session, 'add', { form }).allowed) throw forbidden()
      const first = { ...change, relationType: 'DEFAULT', priority: 0, status: '1' }
      return saved(form, await writer.insert(form, first, contextOf(request)), SAID)
    },
  )

  // Home pages are read from the database whenever they are asked for: there is nothing to forget.
  route(app, 'GET', `${BASE}/cleanDefaultIndexCache`, { ...access('edit'), answer: nothing }, async () =>
    ok(null, '清除成功!'),
  )
}
