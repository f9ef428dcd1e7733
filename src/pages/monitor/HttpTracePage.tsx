import { Descriptions, Empty, Segmented, Table, Tag } from 'antd'
import { useState } from 'react'
import type { HttpTrace } from '#schemas/api/monitor.ts'
import { t, texts } from '#schemas/text/text.ts'
import { clock, milliseconds } from './figure-text.ts'
import { MonitorPage } from './MonitorPage.tsx'
import { useMonitorCalls, useWatched } from './use-watched.ts'

const KINDS = texts([
  { value: 'all', label: '全部' },
  { value: 'done', label: '成功' },
  { value: 'failed', label: '出错' },
] as const)
type Kind = (typeof KINDS)[number]['value']
/** Calls that took longer (ms) are marked. */
const SLOW_MS = 1000

/** The calls that were answered last, without their secrets. */
export default function HttpTracePage() {
  const { bare } = useMonitorCalls()
  const [kind, setKind] = useState<Kind>('all')
  const request = useWatched((signal) => bare<{ traces: HttpTrace[] }>('/actuator/httptrace', signal))
  const fits = ({ response: { status } }: HttpTrace) =>
    kind === 'all' || (kind === 'done' ? status < 400 : status >= 400)
  return (
    <MonitorPage
      title={t('请求追踪')}
      description={t('最近 100 次调用；令牌、密码等已隐藏。每 10 秒刷新一次。')}
      request={request}
    >
      {({ traces }) => (
        <>
          <Segmented
            options={[...KINDS]}
            value={kind}
            onChange={(value) => setKind(value as Kind)}
            style={{ marginBottom: 12 }}
          />
          <Table<HttpTrace>
            size="small"
            rowKey={({ timestamp, request: { uri } }) => `${timestamp} ${uri}`}
            dataSource={traces.filter(fits)}
            scroll={{ x: 860 }}
            pagination={{
              pageSize: 20,
              showSizeChanger: false,
              showTotal: (total) => t('共 {total} 条', { total }),
            }}
            locale={{
              emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有这样的调用')} />,
            }}
            expandable={{ expandedRowRender: (trace) => <Headers of={trace} /> }}
            columns={[
              {
                title: t('时间'),
                dataIndex: 'timestamp',
                width: 100,
                render: (at: string) => clock(Date.parse(at)),
              },
              { title: t('方法'), dataIndex: ['request', 'method'], width: 80 },
              {
                title: t('地址'),
                dataIndex: ['request', 'uri'],
                render: (uri: string) => <span className="monitor-code">{uri}</span>,
              },
              {
                title: t('用户'),
                dataIndex: ['principal', 'name'],
                width: 110,
                render: (name) => name ?? '—',
              },
              { title: t('来源'), dataIndex: ['request', 'remoteAddress'], width: 130 },
              {
                title: t('状态'),
                dataIndex: ['response', 'status'],
                width: 80,
                render: (status: number) => (
                  <Tag color={status >= 500 ? 'red' : status >= 400 ? 'orange' : 'green'}>{status}</Tag>
                ),
              },
              {
                title: t('耗时'),
                dataIndex: 'timeTaken',
                width: 110,
                sorter: (a, b) => a.timeTaken - b.timeTaken,
                render: (ms: number) => (ms >= SLOW_MS ? <b>{milliseconds(ms)}</b> : milliseconds(ms)),
              },
            ]}
          />
        </>
      )}
    </MonitorPage>
  )
}

function Headers({ of: { request, response } }: { of: HttpTrace }) {
  const items = (headers: Record<string, string[]>) =>
    Object.entries(headers).map(([name, values]) => ({ key: name, label: name, children: values.join(', ') }))
  return (
    <>
      <Descriptions size="small" column={1} title={t('请求头')} items={items(request.headers)} />
      <Descriptions size="small" column={1} title={t('响应头')} items={items(response.headers)} />
    </>
  )
}
