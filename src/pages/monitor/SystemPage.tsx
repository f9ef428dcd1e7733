import { Card, Col, Progress, Row } from 'antd'
import type { MachineSample } from '#schemas/api/monitor.ts'
import { t } from '#schemas/text/text.ts'
import { Curve } from './Curve.tsx'
import { bytes, percent } from './figure-text.ts'
import { Curves, Figures, MonitorPage } from './MonitorPage.tsx'
import { useMonitorCalls, useWatched } from './use-watched.ts'

interface Disk {
  name: string
  max: number
  rest: number
  restPPT: number
}

const FULL = 90

/** Processor, memory and disks of the machine. */
export default function SystemPage() {
  const { result } = useMonitorCalls()
  const request = useWatched(async (signal) => {
    const [{ samples }, disks] = await Promise.all([
      result<{ samples: MachineSample[] }>('/sys/actuator/samples', signal),
      result<Disk[]>('/sys/actuator/redis/queryDiskInfo', signal),
    ])
    return { samples, disks }
  })
  return (
    <MonitorPage
      title={t('主机监控')}
      description={t('服务器的处理器、内存与磁盘；每 10 秒采样一次，保留一小时。')}
      request={request}
    >
      {({ samples, disks }) => {
        const now = samples.at(-1)
        if (!now) return null
        return (
          <>
            <Figures
              of={[
                [t('处理器使用率'), percent(now.systemCpu)],
                [t('本进程使用率'), percent(now.processCpu)],
                [t('一分钟平均负载'), now.load.toFixed(2)],
                [t('已用内存'), bytes(now.memoryUsed)],
                [t('总内存'), bytes(now.memoryTotal)],
              ]}
            />
            <Row gutter={[12, 12]} className="monitor-figures">
              {disks.map(({ name, max, rest, restPPT }) => (
                <Col key={name} xs={24} md={12}>
                  <Card size="small" title={name}>
                    <Progress
                      percent={restPPT}
                      status={restPPT >= FULL ? 'exception' : 'normal'}
                      aria-label={t('{name}已使用', { name })}
                    />
                    {t('可用 {rest}，共 {max}', { rest: bytes(rest), max: bytes(max) })}
                  </Card>
                </Col>
              ))}
            </Row>
            <Curves>
              {[
                <Curve
                  key="cpu"
                  title={t('处理器')}
                  samples={samples}
                  text={percent}
                  top={1}
                  lines={[
                    { name: t('系统'), of: (one) => one.systemCpu },
                    { name: t('本进程'), of: (one) => one.processCpu },
                  ]}
                />,
                <Curve
                  key="memory"
                  title={t('内存')}
                  samples={samples}
                  text={bytes}
                  top={now.memoryTotal}
                  lines={[{ name: t('已使用'), of: (one) => one.memoryUsed }]}
                />,
              ]}
            </Curves>
          </>
        )
      }}
    </MonitorPage>
  )
}
