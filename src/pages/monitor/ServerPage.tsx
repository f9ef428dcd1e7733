import type { MachineSample, Metric } from '#schemas/api/monitor.ts'
import { t } from '#schemas/text/text.ts'
import { Curve } from './Curve.tsx'
import { count, milliseconds } from './figure-text.ts'
import { Curves, Figures, MonitorPage } from './MonitorPage.tsx'
import { useMonitorCalls, useWatched } from './use-watched.ts'

const figureOf = ({ measurements }: Metric, statistic = 'VALUE') =>
  measurements.find((one) => one.statistic === statistic)?.value ?? 0

/** What stands in the place of the application server: sessions, calls and failures. */
export default function ServerPage() {
  const { result, bare } = useMonitorCalls()
  const request = useWatched(async (signal) => {
    const metric = (name: string) => bare<Metric>(`/actuator/metrics/${name}`, signal)
    const [{ samples }, sessions, mostSessions, all, longest, failed] = await Promise.all([
      result<{ samples: MachineSample[] }>('/sys/actuator/samples', signal),
      metric('tomcat.sessions.active.current'),
      metric('tomcat.sessions.active.max'),
      metric('tomcat.global.request'),
      metric('tomcat.global.request.max'),
      metric('tomcat.global.error'),
    ])
    return { samples, sessions, mostSessions, all, longest, failed }
  })
  return (
    <MonitorPage
      title={t('应用服务器监控')}
      description={t('在线会话、请求与错误；每 10 秒采样一次，保留一小时。')}
      request={request}
    >
      {({ samples, sessions, mostSessions, all, longest, failed }) => (
        <>
          <Figures
            of={[
              [t('在线会话'), count(figureOf(sessions))],
              [t('一小时内最多会话'), count(figureOf(mostSessions))],
              [t('启动以来的请求'), count(figureOf(all, 'COUNT'))],
              [t('平均耗时'), milliseconds(averageMs(all))],
              [t('最长耗时'), milliseconds(figureOf(longest) * 1000)],
              [t('启动以来的错误'), count(figureOf(failed, 'COUNT'))],
            ]}
          />
          <Curves>
            {[
              <Curve
                key="calls"
                title={t('请求（每 10 秒）')}
                samples={samples}
                text={count}
                lines={[
                  { name: t('全部'), of: (one) => one.requests },
                  { name: t('被拒绝'), of: (one) => one.refused },
                  { name: t('出错'), of: (one) => one.errors },
                ]}
              />,
              <Curve
                key="times"
                title={t('请求耗时')}
                samples={samples}
                text={milliseconds}
                lines={[
                  { name: t('平均'), of: (one) => (one.requests > 0 ? one.requestMs / one.requests : 0) },
                  { name: t('最长'), of: (one) => one.requestMsMax },
                ]}
              />,
            ]}
          </Curves>
        </>
      )}
    </MonitorPage>
  )
}

function averageMs(all: Metric): number {
  const calls = figureOf(all, 'COUNT')
  return calls > 0 ? (figureOf(all, 'TOTAL_TIME') / calls) * 1000 : 0
}
