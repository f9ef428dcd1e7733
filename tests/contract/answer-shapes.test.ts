import fastJson from 'fast-json-stringify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeclaredRoute } from '#server/http/access.ts'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'

/** Routes that answer no JSON of ours. */
const WITHOUT_SHAPE = [
  // Sockets: what is said on them is no answer.
  'GET /websocket/:userId',
  'GET /vxeSocket/:userId/:pageId',
  // Text for Prometheus.
  'GET /metrics',
  // Files.
  'GET /sys/backup/file',
  'GET /sys/common/static/*',
  'GET /sys/common/zip',
  'GET /online/cgform/api/exportXls/:code',
  'GET /online/cgform/api/importTemplate/:code',
  'GET /online/cgform/api/exportXlsOld/:code',
  'POST /online/export/:code',
  'GET /online/import/:code/:file/rest',
  // A page.
  'GET /sys/common/pdf/pdfPreviewIframe',
  // A picture.
  'GET /sys/setting/logo',
]

/** Routes of which a part has no shape that they could name, and what decides it. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  'a column or index, or its name': [
    'GET /online/cgform/api/syncPlan/:code',
    'POST /online/cgform/api/doDbSynch/:code/:mode',
  ],
  'a predicate or filter has the arguments of its kind': ['GET /sys/gatewayRoute/list'],
  'another system answers it': ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map(
    (method) => `${method} /sys/common/transitRESTful`,
  ),
  'conditions within conditions': ['GET /online/view/:code'],
  'documents and entries as the installation has them': ['POST /sys/config/export'],
  'made of a document': [
    'GET /online/cgform/api/getColumns/:code',
    'GET /online/cgform/api/getErpColumns/:code',
    'GET /online/cgform/api/getFormItem/:code',
    'GET /online/cgform/api/getFormItemBytbname/:code',
    'GET /online/cgform/api/getQueryInfo/:code',
    'GET /online/cgform/api/getQueryInfoVue3/:code',
    'GET /online/document/:code',
    'GET /online/draft/:code',
    'GET /online/import/:code/:file/rows',
    'POST /online/import/:code/:file/cells',
  ],
  'the fields of a group of settings': ['DELETE', 'GET', 'PUT'].map(
    (method) => `${method} /sys/setting/group/:group`,
  ),
  'the fields of a document that the user may see, with texts and sub rows': [
    'GET /joa/biz/extBizLeave/list',
    'GET /joa/biz/extBizLeave/queryById',
    'GET /online/board/:code/:field',
    'GET /online/cgform/api/detail/:code/:dataId',
    'GET /online/cgform/api/form/:code/:dataId',
    'GET /online/cgform/api/getData/:code',
    'GET /online/cgform/api/getTreeData/:code',
    'GET /online/cgform/api/subform/:table/:mainId',
    'GET /online/cgform/api/subform/list/:table/:mainId',
    'GET /online/groups/:code/:field',
    'GET /online/offered/:form/:field',
    'GET /online/recycle/:code',
    'GET /online/totals/:code',
    'GET /sys/annountCement/list',
    'GET /sys/annountCement/queryById',
    'GET /sys/category/list',
    'GET /sys/category/queryById',
    'GET /sys/category/rootList',
    'GET /sys/checkRule/list',
    'GET /sys/checkRule/queryById',
    'GET /sys/dataLog/list',
    'GET /sys/dataSource/list',
    'GET /sys/dataSource/queryById',
    'GET /sys/dict/list',
    'GET /sys/dict/queryById',
    'GET /sys/dictItem/list',
    'GET /sys/dictItem/queryById',
    'GET /sys/fillRule/list',
    'GET /sys/fillRule/queryById',
    'GET /sys/gatewayRoute/queryById',
    'GET /sys/log/list',
    'GET /sys/log/queryById',
    'GET /sys/message/sysMessage/list',
    'GET /sys/message/sysMessage/queryById',
    'GET /sys/message/sysMessageTemplate/list',
    'GET /sys/message/sysMessageTemplate/queryById',
    'GET /sys/oss/file/list',
    'GET /sys/oss/file/queryById',
    'GET /sys/permission/getPermRuleListByPermId',
    'GET /sys/permission/queryById',
    'GET /sys/permission/queryPermissionRule',
    'GET /sys/position/list',
    'GET /sys/position/queryById',
    'GET /sys/quartzJob/list',
    'GET /sys/quartzJob/queryById',
    'GET /sys/role/list',
    'GET /sys/role/listByTenant',
    'GET /sys/role/queryById',
    'GET /sys/sysDepart/list',
    'GET /sys/sysDepart/queryById',
    'GET /sys/sysDepartRole/list',
    'GET /sys/sysDepartRole/queryById',
    'GET /sys/sysRoleIndex/list',
    'GET /sys/sysRoleIndex/queryByCode',
    'GET /sys/sysRoleIndex/queryById',
    'GET /sys/sysUserAgent/list',
    'GET /sys/sysUserAgent/queryById',
    'GET /sys/sysUserAgent/queryByUserName',
    'GET /sys/tenant/list',
    'GET /sys/tenant/queryById',
    'GET /sys/user/listAll',
    'GET /sys/user/queryById',
    'POST /online/print/:code',
    'POST /online/results/:code/edit/preview',
    'POST /sys/annountCement/add',
    'POST /sys/annountCement/edit',
    'POST /sys/permission/add',
    'POST /sys/permission/edit',
    'POST /sys/sysRoleIndex/add',
    'POST /sys/sysRoleIndex/edit',
    'PUT /sys/annountCement/edit',
    'PUT /sys/permission/edit',
    'PUT /sys/sysRoleIndex/edit',
  ],
}

describe('the answer of every route', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  const nameOf = ({ method, url }: DeclaredRoute) => `${method} ${url.replace(API, '')}`
  const shapeOf = ({ schema }: DeclaredRoute) => (schema?.response as { 200?: unknown } | undefined)?.[200]

  it('has a shape, so that nothing else leaves the server', () => {
    expect(test.app.routes.length).toBeGreaterThan(80)
    const without = test.app.routes.filter((route) => shapeOf(route) === undefined).map(nameOf)
    // Files of rows, which every entity has.
    const others = without.filter((name) => !name.endsWith('/exportXls'))
    expect(others.sort()).toEqual([...WITHOUT_SHAPE].sort())
  })

  it('can be written: each shape compiles', () => {
    for (const route of test.app.routes) {
      const shape = shapeOf(route)
      if (shape) expect(() => fastJson(shape), nameOf(route)).not.toThrow()
    }
  })

  it('is open only where a document or another system decides it', () => {
    const found = new Map<string, string[]>()
    for (const route of test.app.routes)
      for (const why of opened(shapeOf(route)))
        found.set(why, [...(found.get(why) ?? []), nameOf(route)].sort())
    expect(Object.fromEntries(found)).toEqual(OPEN)
  })

  it('names no secret', () => {
    for (const route of test.app.routes)
      expect(
        namesOf(shapeOf(route)).filter((name) => /^password|salt|hash|secret/i.test(name)),
        nameOf(route),
      ).toEqual([])
  })
})

/** Why parts of a shape are open, each reason once. */
function opened(shape: unknown): string[] {
  const reasons = new Set<string>()
  walk(shape, (part) => {
    if (typeof part.open === 'string') reasons.add(part.open)
  })
  return [...reasons]
}

/** All property names of a shape. */
function namesOf(shape: unknown): string[] {
  const names: string[] = []
  walk(shape, ({ properties }) => {
    if (typeof properties === 'object' && properties) names.push(...Object.keys(properties))
  })
  return names
}

function walk(shape: unknown, visit: (part: Record<string, unknown>) => void): void {
  if (typeof shape !== 'object' || shape === null) return
  visit(shape as Record<string, unknown>)
  for (const part of Object.values(shape)) walk(part, visit)
}
