import type { Kysely } from 'kysely'
import type { PermissionNode, PermissionTree } from '#schemas/api/role-grant.ts'
import type { Tables } from '../../database/tables.ts'
import { forest } from '../../forest.ts'

/** Menus with the buttons below them, as a grant shows them, and their ids in one list; of some of them only, where it says so. */
export async function permissionTree(
  read: Kysely<Tables>,
  only?: ReadonlySet<string>,
): Promise<PermissionTree> {
  const [all, ruled] = await Promise.all([
    read
      .selectFrom('sys_permission')
      .select(['id', 'parent_id', 'name', 'icon', 'menu_type', 'form_code'])
      .where('del_flag', '=', 0)
      .orderBy('sort_no')
      .orderBy('name')
      .execute(),
    read
      .selectFrom('sys_permission_data_rule')
      .select('permission_id')
      .distinct()
      .where('status', '=', '1')
      .execute(),
  ])
  const rows = only ? all.filter((row) => only.has(row.id)) : all
  const withRules = new Set(ruled.map((row) => row.permission_id))
  const ids: string[] = []
  const treeList = forest<(typeof rows)[number], PermissionNode>(
    rows,
    { id: (row) => row.id, parent: (row) => row.parent_id },
    (row, children) => {
      ids.push(row.id)
      return {
        key: row.id,
        value: row.id,
        title: row.name,
        label: row.name,
        slotTitle: row.name,
        parentId: row.parent_id ?? '',
        isLeaf: children.length === 0,
        icon: row.icon,
        ruleFlag: withRules.has(row.id) ? 1 : 0,
        menuType: row.menu_type,
        scopedSlots: { title: 'hasDatarule' },
        form: row.form_code,
        ...(children.length > 0 ? { children } : {}),
      }
    },
  )
  return { treeList, ids }
}
