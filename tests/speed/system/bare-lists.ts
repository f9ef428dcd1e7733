import type { BareList } from './bare-handler.ts'

/** A list as somebody would write it by hand, and where ours is. */
interface MeasuredList extends Omit<BareList, 'values'> {
  /** Address of our page. */
  path: string
}

const column = (name: string, title: string, width: number) => ({ name, title, width })

/** First pages of three lists: the same rows, columns and totals as ours; `$1` is the tenant. */
export const BARE_LISTS: Readonly<Record<string, MeasuredList>> = {
  users: {
    path: '/isystem/user',
    page: `select u.id, u.username, u.realname, u.phone, u.status, to_char(u.create_time, 'YYYY-MM-DD HH24:MI:SS') as "createTime",
        (select string_agg(d.depart_name, ',') from platform.sys_user_depart ud join platform.sys_depart d on d.id = ud.dep_id
          where ud.user_id = u.id and d.tenant_id = $1) as departs,
        (select string_agg(r.role_name, ',') from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
          where ur.user_id = u.id and r.tenant_id = $1) as roles
      from platform.sys_user u where u.del_flag = 0 and exists (select from platform.sys_user_tenant t where t.user_id = u.id and t.tenant_id = $1)
      order by u.username, u.id limit 50`,
    count: `select count(*)::int as total from platform.sys_user u join platform.sys_user_tenant t on t.user_id = u.id
      where u.del_flag = 0 and t.tenant_id = $1`,
    columns: [
      column('username', '用户账号', 140),
      column('realname', '用户姓名', 120),
      column('departs', '部门', 180),
      column('roles', '角色', 180),
      column('phone', '手机号码', 130),
      column('status', '状态', 90),
      column('createTime', '创建时间', 170),
    ],
  },
  departments: {
    path: '/online/cgformList/sys_depart',
    page: `select d.id, d.depart_name as "departName", d.org_code as "orgCode", d.org_category as "orgCategory", d.depart_order as "departOrder",
        d.mobile, d.status, exists (select from platform.sys_depart c where c.parent_id = d.id and c.tenant_id = $1) as more
      from platform.sys_depart d where d.tenant_id = $1 and d.del_flag = 0 and (d.parent_id is null or d.parent_id = '')
      order by d.depart_order, d.org_code limit 50`,
    count: `select count(*)::int as total from platform.sys_depart
      where tenant_id = $1 and del_flag = 0 and (parent_id is null or parent_id = '')`,
    columns: [
      column('departName', '部门名称', 260),
      column('orgCode', '机构编码', 160),
      column('orgCategory', '机构类型', 100),
      column('departOrder', '排序', 80),
      column('mobile', '电话', 140),
      column('status', '状态', 90),
    ],
  },
  logs: {
    path: '/isystem/log',
    page: `select id, to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as "createTime", log_type as "logType", log_content as "logContent", username, ip,
        result, operate_type as "operateType", request_type as "requestType", request_url as "requestUrl", cost_time as "costTime"
      from platform.sys_log where tenant_id = $1 order by create_time desc, id desc limit 50`,
    count: 'select count(*)::int as total from platform.sys_log where tenant_id = $1',
    columns: [
      column('createTime', '时间', 170),
      column('logType', '日志类型', 110),
      column('logContent', '日志内容', 280),
      column('username', '用户账号', 130),
      column('ip', '来源地址', 140),
      column('result', '结果', 100),
      column('operateType', '操作类型', 100),
      column('requestType', '请求方法', 100),
      column('requestUrl', '请求地址', 300),
      column('costTime', '耗时（毫秒）', 120),
    ],
  },
}
