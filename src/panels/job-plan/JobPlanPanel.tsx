import { Alert, Button, Empty, Spin, Typography } from 'antd'
import { PanelFooter, type PanelProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useAnswer } from '../../kit/use-answer.ts'

/** The next runs of a job, on the server's clock. */
export default function JobPlanPanel({ records, close }: PanelProps) {
  const { id, cronExpression, status } = records[0] ?? {}
  const loaded = useAnswer<readonly string[]>('/sys/quartzJob/nextRuns', { id: String(id) })
  const { data: runs, error } = loaded
  return (
    <>
      <Typography.Paragraph>
        {t('表达式：')}
        <Typography.Text code>{String(cronExpression ?? '')}</Typography.Text>
      </Typography.Paragraph>
      {Number(status) !== 0 && <Alert type="info" showIcon title={t('任务已停止，启动后按以下时间运行')} />}
      <LoadFault of={loaded} />
      {runs === null && error === null && <Spin />}
      {runs?.length === 0 && <Empty description={t('没有下一次运行')} />}
      {runs !== null && runs.length > 0 && (
        <ol>
          {runs.map((run) => (
            <li key={run}>{run}</li>
          ))}
        </ol>
      )}
      <PanelFooter>
        <Button onClick={close}>{t('关闭')}</Button>
      </PanelFooter>
    </>
  )
}
