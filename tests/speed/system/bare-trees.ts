import type { BareTree } from './bare-handler.ts'

/** A call that answers a whole tree, and the statement for its rows as somebody would write it by hand. */
interface MeasuredTree extends Pick<BareTree, 'rows'> {
  /** Our call. */
  path: string
  /** `$1` of the statement is the tenant. */
  ofTenant: boolean
}

const DEPARTS = `select id as key, id as value, depart_name as title, not exists
    (select from platform.sys_depart c where c.parent_id = d.id and c.tenant_id = $1 and c.del_flag = 0) as "isLeaf",
    id, coalesce(parent_id, '') as "parentId", depart_name as "departName", org_code as "orgCode", org_category as "orgCategory",
    org_type as "orgType", depart_order as "departOrder", status
  from platform.sys_depart d where tenant_id = $1 and del_flag = 0 order by depart_order, org_code`

const ENTRIES = `select id, id as key, name as title, coalesce(parent_id, '') as "parentId", name, perms, perms_type as "permsType", icon, component,
    component_name as "componentName", url, redirect, sort_no as "sortNo", menu_type as "menuType", leaf as "isLeaf", leaf,
    is_route = 1 as route, keep_alive = 1 as "keepAlive", description, del_flag as "delFlag", always_show = 1 as "alwaysShow", hidden = 1 as hidden,
    hide_tab = 1 as "hideTab", status, rule_flag as "ruleFlag", internal_or_external = 1 as "internalOrExternal", form_code as "formCode"
  from (select p.*, not exists (select from platform.sys_permission c where c.parent_id = p.id and c.del_flag = 0) as leaf
    from platform.sys_permission p where p.del_flag = 0) as entry
  order by sort_no, name`

/** Trees that the wire promises whole. */
export const BARE_TREES: Readonly<Record<string, MeasuredTree>> = {
  'entries of the menu': { path: '/sys/permission/list', rows: ENTRIES, ofTenant: false },
  departments: { path: '/sys/sysDepart/queryTreeList', rows: DEPARTS, ofTenant: true },
}
