import { Button } from 'antd'
import { t } from '#schemas/text/text.ts'
import type { RequestError } from '../data/data-client.ts'
import { FaultFace } from '../kit/FaultFace.tsx'

/** The face of a list whose rows did not come. */
export function ListFault({ error, reload }: { error: RequestError; reload(): void }) {
  const isForbidden = error.status === 403
  return (
    <FaultFace
      status={isForbidden ? '403' : 'warning'}
      title={isForbidden ? t('您没有查看这些数据的权限') : error.message}
      subTitle={error.requestId ? t('请求编号：{requestId}', { requestId: error.requestId }) : undefined}
      extra={<Button onClick={reload}>{t('重试')}</Button>}
    />
  )
}
