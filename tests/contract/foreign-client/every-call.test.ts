import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientCalls, routeFinder } from '#scripts/wire/wire-calls.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { type ForeignClient, signedIn, type Understood } from './client.ts'

/** What every list of that client sends. */
const LIST = 'pageNo=1&pageSize=10&column=createTime&order=desc'

/** Proved apart: the socket, the sign-in, and the call that ends the session. */
const APART = new Set(['GET /websocket/{user}', 'GET /sys/logout', 'POST /sys/login'])
/** Reads by their method that change something; without its key they are refused. */
const CHANGES = /\/(doReleaseData|doReovkeData|syncNotic|execute|pause|resume)$/
/** Answered without an envelope, as the wire has it; that client reads them so. */
const BARE = /getMultiUser|keysSize|memoryInfo|jeecghttptrace/
/** Answered with a file. */
const FILES = /\/exportXls(Old)?(\/|$)/

type Ids = Record<
  | 'user'
  | 'role'
  | 'depart'
  | 'expo'
  | 'exhibition'
  | 'menu'
  | 'dict'
  | 'job'
  | 'source'
  | 'position'
  | 'announcement'
  | 'category'
  | 'comment'
  | 'departRole',
  string
>

/** Addresses of reads that need to be told what to read. */
const addresses = (ids: Ids): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    ['getColumns', 'getErpColumns', 'getQueryInfoVue3', 'getFormItem', 'getData'].map((name) => [
      `GET /online/cgform/api/${name}/{code}`,
      `/online/cgform/api/${name}/expo`,
    ]),
  ),
  'GET /online/cgform/api/getTreeData/{code}': '/online/cgform/api/getTreeData/expo_category?hasQuery=false',
  'GET /online/cgform/api/getFormItem/{x}': '/online/cgform/api/getFormItem/expo',
  'GET /online/cgform/api/getFormItemBytbname/{x}': '/online/cgform/api/getFormItemBytbname/expo',
  'GET /online/cgform/api/form/{code}/{id}': `/online/cgform/api/form/expo/${ids.expo}`,
  'GET /online/cgform/api/form/{formId}/{recordId}': `/online/cgform/api/form/expo/${ids.expo}`,
  'GET /online/cgform/api/detail/{code}/{id}': `/online/cgform/api/detail/expo/${ids.expo}`,
  'GET /online/cgform/api/detail/{x}/{x}': `/online/cgform/api/detail/expo/${ids.expo}`,
  'GET /online/cgform/api/subform/{table}/{mainId}': `/online/cgform/api/subform/expo_contact/${ids.exhibition}`,
  'GET /sys/duplicate/check': '/sys/duplicate/check?tableName=expo&fieldName=name&fieldVal=neu',
  'GET /sys/dict/getDictItems/{dict}': '/sys/dict/getDictItems/sex',
  'GET /sys/dict/loadDict/{dict}': '/sys/dict/loadDict/sys_user,realname,username?pageNo=1&pageSize=10',
  'GET /sys/dict/loadDictItem/{dict}': '/sys/dict/loadDictItem/sys_user,realname,username?key=staff',
  'GET /sys/dict/loadTreeData':
    '/sys/dict/loadTreeData?tableName=expo_category&text=name&code=id&pidField=pid&hasChildField=has_child&pid=0&converIsLeafVal=1',
  'GET /sys/category/loadDictItem': `/sys/category/loadDictItem?ids=${ids.category}`,
  'GET /sys/category/loadOne': `/sys/category/loadOne?field=id&val=${ids.category}`,
  'GET /sys/category/getChildListBatch': '/sys/category/getChildListBatch?parentIds=0',
  'GET /sys/comment/listByForm': `/sys/comment/listByForm?tableName=expo&tableDataId=${ids.expo}`,
  'GET /sys/comment/fileList': `/sys/comment/fileList?tableName=expo&tableDataId=${ids.expo}`,
  'GET /sys/comment/queryById': `/sys/comment/queryById?id=${ids.comment}`,
  'GET /sys/user/queryUserRole': `/sys/user/queryUserRole?userid=${ids.user}`,
  'GET /sys/user/userDepartList': `/sys/user/userDepartList?userId=${ids.user}`,
  'GET /sys/user/userRoleList': `/sys/user/userRoleList?roleId=${ids.role}&pageNo=1&pageSize=10`,
  'GET /sys/user/queryUserByDepId': `/sys/user/queryUserByDepId?id=${ids.depart}`,
  'GET /sys/user/getMultiUser': '/sys/user/getMultiUser?username=staff,admin',
  'GET /sys/permission/queryRolePermission': `/sys/permission/queryRolePermission?roleId=${ids.role}`,
  'GET /sys/permission/queryPermissionRule': `/sys/permission/queryPermissionRule?permissionId=${ids.menu}`,
  'GET /sys/permission/queryDepartPermission': `/sys/permission/queryDepartPermission?departId=${ids.depart}`,
  'GET /sys/sysRoleIndex/queryByCode': '/sys/sysRoleIndex/queryByCode?roleCode=staff',
  'GET /sys/role/checkRoleCode': '/sys/role/checkRoleCode?roleCode=unknown',
  'GET /sys/role/datarule/{permissionId}/{roleId}': `/sys/role/datarule/${ids.menu}/${ids.role}`,
  'GET /sys/sysDepart/searchBy': `/sys/sysDepart/searchBy?keyWord=${encodeURIComponent('部')}`,
  'GET /sys/sysDepart/queryAllParentId': `/sys/sysDepart/queryAllParentId?departId=${ids.depart}`,
  'GET /sys/sysDepartPermission/queryDeptRolePermission': `/sys/sysDepartPermission/queryDeptRolePermission?roleId=${ids.departRole}`,
  'GET /sys/sysDepartPermission/queryTreeListForDeptRole': `/sys/sysDepartPermission/queryTreeListForDeptRole?departId=${ids.depart}`,
  'GET /sys/sysDepartRole/getDeptRoleByUserId': `/sys/sysDepartRole/getDeptRoleByUserId?userId=${ids.user}&departId=${ids.depart}`,
  'GET /sys/sysDepartRole/getDeptRoleList': `/sys/sysDepartRole/getDeptRoleList?departId=${ids.depart}&userId=${ids.user}`,
  'GET /sys/dictItem/dictItemCheck': `/sys/dictItem/dictItemCheck?dictId=${ids.dict}&itemValue=77`,
  'GET /sys/annountCement/queryById': `/sys/annountCement/queryById?id=${ids.announcement}`,
  'GET /sys/dataLog/queryDataVerList': '/sys/dataLog/queryDataVerList?dataTable=expo&dataId=1',
  'GET /sys/dataSource/queryById': `/sys/dataSource/queryById?id=${ids.source}`,
  'GET /sys/tenant/queryById': '/sys/tenant/queryById?id=1',
  'GET /sys/tenant/getTenantUserList': '/sys/tenant/getTenantUserList?userTenantId=1&pageNo=1&pageSize=10',
  'GET /sys/quartzJob/queryById': `/sys/quartzJob/queryById?id=${ids.job}`,
  'GET /sys/position/queryById': `/sys/position/queryById?id=${ids.position}`,
  'GET /actuator/jeecghttptrace/{x}': '/actuator/jeecghttptrace/all',
})

/** Reads that are refused in any state that this test makes; their own tests have the other states. */
const REFUSED_HERE: Readonly<Record<string, string>> = {
  'GET /sys/fillRule/testFillRule': '参数 ruleCode 不正确',
  'GET /sys/checkRule/checkByCode': '参数 ruleCode 不正确',
  'GET /sys/dataLog/queryCompareList': '参数 dataId1 不正确',
  'GET /sys/role/datarule/{permissionId}/{roleId}': '未找到权限配置信息',
  'GET /online/cgform/api/querySelectOptions': '联动组件数据加载失败,请检查配置!',
}

describe('every call of the 3.x client that is answered', () => {
  let test: TestApp
  let admin: ForeignClient
  let calls: string[]
  let known: Readonly<Record<string, string>>
  beforeAll(async () => {
    test = await createTestApp()
    admin = await signedIn(test, 'admin')
    const find = routeFinder(test.app.routes)
    calls = [...new Set(Object.values(clientCalls()).flat())].filter(
      (call) => find(call) !== null && !APART.has(call),
    )
    known = addresses(await makeRecords())
  })
  afterAll(() => test.close())

  /** One record of each kind that something is asked about. */
  async function makeRecords(): Promise<Ids> {
    const { writePool } = test.database.connections
    await writePool.query(`
      insert into platform.sys_position (id, code, name, post_rank, tenant_id) values ('p1', 'P1', '职务', '1', 1);
      insert into platform.sys_data_source (id, code, name, db_type, db_url, tenant_id) values ('s1', 'S1', '数据源', '6', 'x', 1);
      insert into platform.sys_depart_role (id, depart_id, role_name, role_code, tenant_id)
        select 'r1', id, '部门角色', 'R1', 1 from platform.sys_depart where tenant_id = 1 limit 1;
      insert into platform.sys_quartz_job (id, job_class_name, cron_expression, status)
        values ('j1', 'log-parameter', '0 0 * * *', -1)`)
    const added = await admin.call('POST', '/sys/annountCement/add', {
      titile: '公告',
      msgContent: '正文',
      msgType: 'ALL',
    })
    const one = async (sql: string) => String((await writePool.query(sql)).rows[0]?.id)
    const expo = await one('select id from data.expo limit 1')
    const comment = await admin.call('POST', '/sys/comment/addText', {
      tableName: 'expo',
      tableDataId: expo,
      commentContent: '评论',
    })
    return {
      expo,
      comment: comment.result.id,
      announcement: added.result.id,
      user: await one("select id from platform.sys_user where username = 'staff'"),
      role: await one("select id from platform.sys_role where role_code = 'staff'"),
      depart: await one('select id from platform.sys_depart where tenant_id = 1 limit 1'),
      exhibition: await one('select id from data.expo_exhibition limit 1'),
      menu: await one("select id from platform.sys_permission where form_code = 'expo' and menu_type = 1"),
      dict: await one("select id from platform.sys_dict where dict_code = 'sex'"),
      category: await one('select id from platform.sys_category where tenant_id = 1 limit 1'),
      job: 'j1',
      source: 's1',
      position: 'p1',
      departRole: 'r1',
    }
  }

  const isRead = (call: string) =>
    call.startsWith('GET ') && !CHANGES.test(call) && !BARE.test(call) && !FILES.test(call)
  const told = (call: string, { status, code, error }: Understood) => `${call}: ${status} ${code} ${error}`

  it('reads: each is a success without a message about it', async () => {
    const reads = calls.filter(isRead)
    expect(reads.length).toBeGreaterThan(100)
    const failed: string[] = []
    for (const call of reads) {
      const [, path = ''] = call.split(' ')
      const answer = await admin.get(known[call] ?? `${path.replaceAll(/\{\w+\}/g, 'x')}?${LIST}`)
      const refusal = REFUSED_HERE[call]
      if (refusal ? answer.error !== refusal || answer.status !== 200 : !answer.isSuccess)
        failed.push(told(call, answer))
      else if (answer.toast === '操作成功！') failed.push(`${call} says ${answer.toast}`)
    }
    expect(failed).toEqual([])
  })

  it('changes: without what they need each is refused in words, and nothing fails', async () => {
    const changes = calls.filter((call) => !isRead(call) && !BARE.test(call) && !FILES.test(call))
    expect(changes.length).toBeGreaterThan(80)
    const failed: string[] = []
    for (const call of changes) {
      const [method = '', path = ''] = call.split(' ')
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const answer = await admin.call(method as 'GET', path.replaceAll(/\{\w+\}/g, 'x'), body)
      const isTold = answer.isSuccess ? answer.toast !== '' : /[\u4e00-\u9fff]/.test(answer.error)
      const isKnown = typeof answer.code === 'number' && answer.status === 200
      const isBroken = /服务器内部错误|路径不存在/.test(answer.error)
      if (!isTold || !isKnown || isBroken) failed.push(told(call, answer))
    }
    expect(failed).toEqual([])
  })

  it('exports: each is a workbook', async () => {
    const exports = calls.filter((call) => FILES.test(call))
    expect(exports.length).toBeGreaterThan(8)
    for (const call of exports) {
      const [, path = ''] = call.split(' ')
      const { statusCode, rawPayload } = await test.app.server.inject({
        url: `/jeecg-boot${path.replace('{id}', 'expo')}?${LIST}`,
        headers: { 'x-access-token': admin.token ?? '', 'x-version': 'v3' },
      })
      expect(statusCode, call).toBe(200)
      // A workbook is an archive.
      expect(rawPayload.subarray(0, 2).toString(), call).toBe('PK')
    }
  })

  it('bare ones: as the wire has them', async () => {
    for (const call of calls.filter((one) => BARE.test(one))) {
      const [, path = ''] = call.split(' ')
      const url = known[call] ?? path
      const answer = await test.call(
        admin.token,
        'GET',
        url.startsWith('/actuator') ? `/jeecg-boot${url}` : url,
        undefined,
        { headers: { 'x-version': 'v3' } },
      )
      expect(answer.status, call).toBe(200)
      expect(answer.body, call).not.toHaveProperty('success')
    }
  })
})
