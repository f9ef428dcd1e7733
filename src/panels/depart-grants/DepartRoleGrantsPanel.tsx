import type { PanelProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import { GrantedTree } from './GrantedTree.tsx'

/** What a department role holds, out of what its department does. */
export default function DepartRoleGrantsPanel({ records, ...rest }: PanelProps) {
  const params = { roleId: String(records[0]?.id ?? '') }
  return (
    <GrantedTree
      {...rest}
      title={t('部门角色：{name}', { name: String(records[0]?.roleName ?? '') })}
      hint={t('这里只列出部门已获得的权限；更多的先在“部门权限”中授予部门。')}
      tree={{
        path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
        params: { departId: String(records[0]?.departId ?? '') },
      }}
      held={{ path: '/sys/sysDepartPermission/queryDeptRolePermission', params }}
      save={{ path: '/sys/sysDepartPermission/saveDeptRolePermission', params }}
    />
  )
}
