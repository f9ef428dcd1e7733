import { FORM_DESIGN, FORM_SYNC } from '#schemas/api/permission-codes.ts'

/** Author of the users that come with the product. */
export const FIRST_DATA_AUTHOR = 'system'

/** What the one tenant is called at the beginning. */
export const FIRST_TENANT_NAME = '会展中心'

/** Departments by organisation code: three characters per level. */
export const DEPARTMENTS = [
  { code: 'A01', name: '会展中心' },
  { code: 'A01A01', name: '信息技术部' },
  { code: 'A01A02', name: '招展部' },
  { code: 'A01A02A01', name: '国内招展组' },
  { code: 'A01A02A02', name: '国际招展组' },
  { code: 'A01A03', name: '展务部' },
  { code: 'A01A04', name: '市场部' },
  { code: 'A01A05', name: '财务部' },
] as const

/** `admin` holds every right; the others hold what they are granted. */
export const ROLES = [
  { code: 'admin', name: '管理员', description: '拥有全部权限' },
  { code: 'designer', name: '表单管理员', description: '设计表单、报表与图表' },
  { code: 'staff', name: '业务人员', description: '日常录入与查询' },
] as const

/** The one user that always exists at the beginning. */
export const ADMIN = { username: 'admin', realname: '系统管理员', role: 'admin', depart: 'A01' } as const
/** Come with the example data: one with few rights, one who designs forms. */
export const EXAMPLE_USERS = [
  { username: 'staff', realname: '张晓雯', role: 'staff', depart: 'A01A02' },
  { username: 'designer', realname: '李思远', role: 'designer', depart: 'A01A01' },
] as const

/** What roles may do at the beginning, besides what form documents grant them. Designing forms includes trying each out. */
export const ROLE_PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  staff: ['system:announcement:mine'],
  designer: [FORM_DESIGN, FORM_SYNC, 'online:gallery', 'system:announcement:mine'],
}

/** Row rules of forms that roles hold at the beginning; without one of them nothing of such a form is seen. */
export const ROW_GRANTS = [
  { role: 'staff', form: 'expo_exhibition', rule: 'all' },
  { role: 'designer', form: 'expo_exhibition', rule: 'all' },
] as const

/** Serial numbers and generated codes. */
export const FILL_RULES = [
  {
    code: 'expo_no',
    name: '展会编号',
    handler: 'serial',
    params: { prefix: 'EXPO', date: 'YYYY', digits: 4 },
  },
  { code: 'shop_order_num', name: '订单编号', handler: 'order_number', params: { prefix: 'CN' } },
  { code: 'org_num_role', name: '机构编码', handler: 'org_code', params: {} },
  { code: 'category_code_rule', name: '分类编码', handler: 'category_code', params: {} },
] as const
