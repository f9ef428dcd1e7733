import type { WireMenuItem, WireRights } from '#schemas/api/auth.ts'
import type { ListKind } from '#schemas/compile/wire/list-kind.ts'

/** Address and component of each kind of list in that client. */
const LISTS: Readonly<Record<ListKind, { path: string; component: string }>> = {
  default: {
    path: '/online/cgformList',
    component: 'super/online/cgform/auto/default/OnlineAutoList',
  },
  tree: { path: '/online/cgformTreeList', component: 'super/online/cgform/auto/tree/OnlineAutoTreeList' },
  erp: { path: '/online/cgformErpList', component: 'super/online/cgform/auto/erp/OnlCgformErpList' },
  innerTable: {
    path: '/online/cgformInnerTableList',
    component: 'super/online/cgform/auto/innerTable/OnlCgformInnerTableList',
  },
  tab: { path: '/online/cgformTabList', component: 'super/online/cgform/auto/tab/OnlCgformTabList' },
}

/** Pages that this client brings along, by the component that the specified client has for the same. */
const PAGES: Readonly<Record<string, { path: string; component: string }>> = {
  'system/UserList': { path: '/system/user', component: 'system/user/index' },
  'system/RoleList': { path: '/system/role', component: 'system/role/index' },
  'system/HomeConfig': { path: '/system/homeConfig', component: 'system/homeConfig/index' },
  'system/PermissionList': { path: '/system/menu', component: 'system/menu/index' },
  'system/DepartList': { path: '/system/depart', component: 'system/depart/index' },
  'system/DepartUserList': { path: '/system/depart-user', component: 'system/departUser/index' },
  'system/SysPositionList': { path: '/system/position', component: 'system/position/index' },
  'system/AddressList': { path: '/system/address', component: 'system/address/index' },
  'system/TenantList': { path: '/system/tenant', component: 'system/tenant/index' },
  'system/DictList': { path: '/system/dict', component: 'system/dict/index' },
  'system/SysCategoryList': { path: '/system/category', component: 'system/category/index' },
  'system/SysCheckRuleList': { path: '/system/checkRule', component: 'system/checkRule/index' },
  'system/SysFillRuleList': { path: '/system/fillRule', component: 'system/fillRule/index' },
  'system/SysDataSourceList': { path: '/monitor/datasource', component: 'monitor/datasource/index' },
  'modules/oss/OSSFileList': { path: '/system/ossfile', component: 'system/ossfile/index' },
  'system/SysGatewayRouteList': { path: '/monitor/route', component: 'monitor/route/index' },
  'system/SysAnnouncementList': { path: '/system/notice', component: 'system/notice/index' },
  'system/UserAnnouncementList': { path: '/monitor/mynews', component: 'monitor/mynews/index' },
  'modules/message/sysMessageList': { path: '/message/manage', component: 'system/message/manage/index' },
  'modules/message/sysMessageTemplateList': {
    path: '/message/template',
    component: 'system/message/template/index',
  },
  'system/SysUserOnlineList': {
    path: '/system/onlineuser',
    component: 'system/onlineuser/OnlineUserList',
  },
  'system/LogList': { path: '/monitor/log', component: 'monitor/log/index' },
  'system/DataLogList': { path: '/monitor/datalog', component: 'monitor/datalog/index' },
  'system/QuartzJobList': { path: '/monitor/quartz', component: 'monitor/quartz/index' },
  'modules/monitor/RedisInfo': { path: '/monitor/redis', component: 'monitor/redis/index' },
  'modules/monitor/HttpTrace': { path: '/monitor/trace', component: 'monitor/trace/index' },
  'modules/monitor/JvmInfo': { path: '/monitor/server', component: 'monitor/server/index' },
}
const FOLDER = 'layouts/default/index'
/** Where that client goes after signing in; it has this page of its own. */
export const V3_HOME = '/dashboard/analysis'

/** The rights of a user as the 3.x client reads them: its own addresses, components and names of icons. */
export function v3Rights(rights: WireRights, listKind: (form: string) => ListKind | null): WireRights {
  return { ...rights, menu: [home(), ...rights.menu.flatMap((item) => v3Item(item, listKind)), openLists()] }
}

/** An entry; left out where that client has no page for it. */
function v3Item(item: WireMenuItem, listKind: (form: string) => ListKind | null): WireMenuItem[] {
  const { children, ...rest } = item
  const meta = { ...item.meta, ...(item.meta.icon ? { icon: iconOf(item.meta.icon) } : {}) }
  if (children) {
    const below = children.flatMap((child) => v3Item(child, listKind))
    return below.length === 0 ? [] : [{ ...rest, component: FOLDER, meta, children: below }]
  }
  if (meta.url !== undefined) return [{ ...rest, meta }]
  const page = pageOf(item, listKind)
  return page ? [{ ...rest, ...page, name: nameOf(page.path), meta }] : []
}

function pageOf(
  { component, meta: { form } }: WireMenuItem,
  listKind: (form: string) => ListKind | null,
): { path: string; component: string } | null {
  const known = Object.hasOwn(PAGES, component) ? PAGES[component] : undefined
  if (known) return known
  const kind = form === undefined ? null : listKind(form)
  if (kind === null) return null
  const list = LISTS[kind]
  return { path: `${list.path}/${form}`, component: list.component }
}

/** Icons with the name of their set; ours are those of one set, outlined where nothing else is said. */
function iconOf(icon: string): string {
  if (icon.includes(':')) return icon
  return `ant-design:${/-(outlined|filled|twotone)$/.test(icon) ? icon : `${icon}-outlined`}`
}

function home(): WireMenuItem {
  return entry(V3_HOME, 'dashboard/Analysis', { title: '首页', icon: 'ant-design:home-outlined' })
}

/** Hidden entries that open any list by its code. */
function openLists(): WireMenuItem {
  return {
    ...entry('/online', FOLDER, { title: '在线表单' }),
    id: 'online-lists',
    name: 'online-lists',
    hidden: true,
    children: Object.values(LISTS).map(({ path, component }) => ({
      ...entry(`${path}/:id`, component, { title: '在线表单' }),
      hidden: true as const,
    })),
  }
}

function entry(path: string, component: string, meta: { title: string; icon?: string }): WireMenuItem {
  return {
    id: nameOf(path),
    path,
    name: nameOf(path),
    component,
    route: '1',
    meta: { ...meta, keepAlive: false, internalOrExternal: false },
  }
}

function nameOf(path: string): string {
  return path.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@')
}
