import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import {
  dataRuleBody,
  dataRuleParams,
  formGrantBody,
  formGrantParams,
  permissionTreeShape,
  roleCodeQuery,
  roleDataRules,
  roleFormGrants,
  rolePermissionBody,
  rolePermissions,
  roleQuery,
  roleShapes,
} from '#schemas/api/role-grant.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Connections } from '../../database/connection.ts'
import { badRequest, notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { formView, type RecordSource } from '../online-form/index.ts'
import type { RoleGrants } from './grants.ts'
import { permissionTree } from './permission-tree.ts'
import { isCodeTaken } from './store.ts'

export interface RoleRouteParts extends Pick<Connections, 'read'> {
  grants: RoleGrants
  records: Pick<RecordSource, 'rows'>
  /** The form of a code; null when there is none. */
  form(code: string): CompiledForm | null
}

/** Right to see and change what roles may do. */
export const ROLE_GRANT = 'system:role:grant'
const GRANT = { access: { permission: ROLE_GRANT } } as const
const LIST = { access: { permission: 'system:role:list' } } as const
/** More rights than any menu has. */
const MAX_IDS = 20_000
/** More roles than any tenant has. */
const MAX_ROLES = 100_000

/** What roles may do, and the questions about roles that are no part of their document. Paths and answers are spelt as the wire has them. */
export function registerRoleGrants(
  app: FastifyInstance,
  { grants, read, records, form }: RoleRouteParts,
): void {
  for (const path of ['/sys/role/queryTreeList', '/sys/permission/queryTreeList'])
    route(app, 'GET', path, { ...GRANT, answer: permissionTreeShape, asBuilt: true }, async () =>
      ok(await permissionTree(read)),
    )

  // The rows and columns that the list of roles shows. Without a tenant means the caller's own all the same.
  for (const path of ['/sys/role/queryall', '/sys/role/queryallNoByTenant'])
    route(app, 'GET', path, { ...LIST, answer: roleShapes }, async ({ session }) => {
      const view = formView(session, known('sys_role'))
      const order = [{ field: 'roleCode', descending: false }]
      const rows = await records.rows(view, session, [], order, MAX_ROLES)
      return ok(
        rows.map(({ id, roleName, roleCode, description }) => ({
          id: String(id),
          roleName: String(roleName),
          roleCode: String(roleCode),
          description: description ? String(description) : null,
        })),
      )
    })

  route(
    app,
    'GET',
    '/sys/role/checkRoleCode',
    { ...LIST, query: roleCodeQuery, answer: nothing },
    async ({ session, query: { id, roleCode } }) =>
      (await isCodeTaken(read, session, roleCode, id)) ? refused('角色编码已存在') : ok(null),
  )

  route(
    app,
    'GET',
    '/sys/permission/queryRolePermission',
    { ...GRANT, query: roleQuery, answer: rolePermissions },
    async ({ session, query }) => ok(await grants.permissions(session, query.roleId)),
  )

  route(
    app,
    'POST',
    '/sys/permission/saveRolePermission',
    { ...GRANT, body: rolePermissionBody, answer: nothing },
    async ({ session, body, id }) => {
      const change = { shown: idsOf(body.lastpermissionIds ?? ''), wanted: idsOf(body.permissionIds) }
      await grants.changePermissions(session, body.roleId, change, String(id))
      return ok(null, '保存成功！')
    },
  )

  route(
    app,
    'GET',
    '/sys/role/datarule/:permissionId/:roleId',
    { ...GRANT, params: dataRuleParams, answer: roleDataRules },
    async ({ session, params }) => {
      const found = await grants.dataRules(session, params.roleId, params.permissionId)
      return found ? ok(found) : refused('未找到权限配置信息')
    },
  )

  route(
    app,
    'POST',
    '/sys/role/datarule',
    { ...GRANT, body: dataRuleBody, answer: nothing },
    async ({ session, body, id }) => {
      const rules = idsOf(body.dataRuleIds)
      const done = await grants.setDataRules(session, body.roleId, body.permissionId, rules, String(id))
      return done ? ok(null, '保存成功!') : refused('请先保存角色菜单权限!')
    },
  )

  route(
    app,
    'GET',
    '/sys/role/formGrants/:code/:roleId',
    { ...GRANT, params: formGrantParams, answer: roleFormGrants },
    async ({ session, params }) => ok(await grants.formGrants(session, params.roleId, known(params.code))),
  )

  route(
    app,
    'POST',
    '/sys/role/formGrants',
    { ...GRANT, body: formGrantBody, answer: nothing },
    async ({ session, body, id }) => {
      await grants.changeFormGrants(session, body, known(body.form), String(id))
      return ok(null, '保存成功！')
    },
  )

  function known(code: string): CompiledForm {
    const found = form(code)
    if (!found) throw notFound()
    return found
  }
}

/** Ids joined by commas, each once. */
export function idsOf(text: string): string[] {
  const ids = [...new Set(text.split(',').filter((id) => id !== ''))]
  if (ids.length > MAX_IDS) throw badRequest('参数不识别！')
  return ids
}
