import { Card, Empty, Table, Tag } from 'antd'
import type { DatabaseSample, RunningStatement } from '#schemas/api/monitor.ts'
import { t } from '#schemas/text/text.ts'
import { Curve } from './Curve.tsx'
import { bytes, clock, count, milliseconds, percent } from './figure-text.ts'
import { Curves, Figures, MonitorPage } from './MonitorPage.tsx'
import { useMonitorCalls, useWatched } from './use-watched.ts'

interface Line {
  key: string
  value: string
  description: string
}

/** What stands in the place of the Redis page: the database with its cache, connections, statements and locks. */
export default function DatabasePage() {
  const { result } = useMonitorCalls()
  const request = useWatched(async (signal) => {
    const [{ samples }, { running, slow }, lines] = await Promise.all([
      result<{ samples: DatabaseSample[] }>('/sys/actuator/database/samples', signal),
      result<{ running: RunningStatement[]; slow: RunningStatement[] }>(
        '/sys/actuator/database/statements',
        signal,
      ),
      result<Line[]>('/sys/actuator/redis/info', signal),
    ])
    return { samples, running, slow, lines }
  })
  return (
    <MonitorPage
      title={t('数据库监控')}
      description={t('数据库的大小、缓存命中率、连接、慢语句与锁；每 10 秒采样一次，保留一小时。')}
      request={request}
    >
      {({ samples, running, slow, lines }) => {
        const now = samples.at(-1)
        if (!now) return null
        return (
          <>
            <Figures
              of={[
                [t('数据库大小'), bytes(now.size)],
                [t('数据行数（估计）'), count(now.rows)],
                [t('缓存命中率'), percent(now.hitRate)],
                [t('连接数'), count(now.connections)],
                [t('等待中的锁'), count(now.waiting)],
                [t('在线会话'), count(now.sessions)],
              ]}
            />
            <Curves>
              {[
                <Curve
                  key="size"
                  title={t('数据库大小')}
                  samples={samples}
                  text={bytes}
                  lines={[{ name: t('大小'), of: (one) => one.size }]}
                />,
                <Curve
                  key="connections"
                  title={t('连接与锁')}
                  samples={samples}
                  text={count}
                  lines={[
                    { name: t('连接'), of: (one) => one.connections },
                    { name: t('执行中'), of: (one) => one.active },
                    { name: t('等待锁'), of: (one) => one.waiting },
                  ]}
                />,
              ]}
            </Curves>
            <Statements title={t('正在执行的语句')} rows={running} />
            <Statements title={t('慢语句（超过 1 秒，采样时发现）')} rows={slow} />
            <Card size="small" title={t('数据库信息')} className="monitor-part">
              <Table
                size="small"
                rowKey="key"
                pagination={false}
                dataSource={lines}
                columns={[
                  { title: t('名称'), dataIndex: 'description' },
                  { title: t('数值'), dataIndex: 'value' },
                ]}
              />
            </Card>
          </>
        )
      }}
    </MonitorPage>
  )
}

function Statements({ title, rows }: { title: string; rows: readonly RunningStatement[] }) {
  return (
    <Card size="small" title={title} className="monitor-part">
      {rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有这样的语句')} />
      ) : (
        <Table
          size="small"
          rowKey={({ pid, begun }) => `${pid} ${begun}`}
          pagination={false}
          scroll={{ x: 720 }}
          dataSource={[...rows]}
          columns={[
            { title: t('进程'), dataIndex: 'pid', width: 90 },
            {
              title: t('开始'),
              dataIndex: 'begun',
              width: 100,
              render: (at: string) => clock(Date.parse(at)),
            },
            { title: t('耗时'), dataIndex: 'ms', width: 110, render: milliseconds },
            {
              title: t('等待'),
              key: 'waits',
              width: 160,
              render: (_, { waits, blockedBy }) =>
                blockedBy.length > 0 ? (
                  <Tag color="red">{t('被进程 {processes} 阻塞', { processes: blockedBy.join('、') })}</Tag>
                ) : (
                  (waits ?? '—')
                ),
            },
            {
              title: t('语句'),
              dataIndex: 'text',
              render: (statement: string) => <pre className="monitor-code">{statement}</pre>,
            },
          ]}
        />
      )}
    </Card>
  )
}
