import type { PanelProps } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'
import { Members } from './Members.tsx'

/** The users of a role. */
export default function RoleUsersPanel({ records, ...rest }: PanelProps) {
  const { http } = useServices()
  const roleId = String(records[0]?.id ?? '')
  return (
    <Members
      {...rest}
      title={t('角色：{name}', { name: String(records[0]?.roleName ?? '') })}
      list="/sys/user/userRoleList"
      roleId={roleId}
      add={async (userIdList) => {
        resultOf(await http.post<Envelope<null>>('/sys/user/addSysUserRole', { roleId, userIdList }))
      }}
      remove={async (ids) => {
        const userIds = ids.join(',')
        resultOf(await http.delete<Envelope<null>>('/sys/user/deleteUserRoleBatch', { roleId, userIds }))
      }}
    />
  )
}
