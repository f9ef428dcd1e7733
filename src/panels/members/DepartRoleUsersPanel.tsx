import type { PanelProps } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'
import { Members } from './Members.tsx'

const CHANGE = '/sys/sysDepartRole/deptRoleUserAdd'

/** The users of a department role. */
export default function DepartRoleUsersPanel({ records, ...rest }: PanelProps) {
  const { http } = useServices()
  const roleId = String(records[0]?.id ?? '')
  const change = async (userIds: readonly string[], roles: { oldRoleId: string; newRoleId: string }) => {
    for (const userId of userIds) resultOf(await http.post<Envelope<null>>(CHANGE, { userId, ...roles }))
  }
  return (
    <Members
      {...rest}
      title={t('部门角色：{name}', { name: String(records[0]?.roleName ?? '') })}
      list="/sys/sysDepartRole/userList"
      roleId={roleId}
      add={(ids) => change(ids, { oldRoleId: '', newRoleId: roleId })}
      remove={(ids) => change(ids, { oldRoleId: roleId, newRoleId: '' })}
    />
  )
}
