import { Typography } from 'antd'
import type { PanelProps } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { SessionTable } from '../../kit/SessionTable.tsx'
import { useServices } from '../../kit/services.ts'

/** Where a user is signed in, for administrators: any of these sessions can be ended. */
export default function UserSessionsPanel({ records }: PanelProps) {
  const { http } = useServices()
  const userId = String(records[0]?.id ?? '')
  return (
    <>
      <Typography.Paragraph>
        {t('用户账号：{username}', { username: String(records[0]?.username ?? '') })}
      </Typography.Paragraph>
      <SessionTable
        list={`/sys/user/sessions?userId=${encodeURIComponent(userId)}`}
        allLabel={t('全部退出')}
        end={(ids) =>
          http.post<Envelope<null>>(
            '/sys/user/endSessions',
            { userId, ...(ids ? { ids } : {}) },
            { quiet: true },
          )
        }
      />
    </>
  )
}
