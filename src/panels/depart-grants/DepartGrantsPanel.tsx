import type { PanelProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import { GrantedTree } from './GrantedTree.tsx'

/** What a department holds: the most that its roles may be given. */
export default function DepartGrantsPanel({ records, ...rest }: PanelProps) {
  const params = { departId: String(records[0]?.id ?? '') }
  return (
    <GrantedTree
      {...rest}
      title={t('部门：{name}', { name: String(records[0]?.departName ?? '') })}
      hint={t('部门角色只能获得部门已有的权限；从部门取消的权限，其部门角色一并失去。')}
      tree={{ path: '/sys/sysDepartPermission/queryTreeList', params: {} }}
      held={{ path: '/sys/permission/queryDepartPermission', params }}
      save={{ path: '/sys/permission/saveDepartPermission', params }}
    />
  )
}
