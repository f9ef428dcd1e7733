import type { MachineSample } from '#schemas/api/monitor.ts'
import { t } from '#schemas/text/text.ts'
import { Curve } from './Curve.tsx'
import { bytes, count, milliseconds, percent } from './figure-text.ts'
import { Curves, Figures, MonitorPage } from './MonitorPage.tsx'
import { useMonitorCalls, useWatched } from './use-watched.ts'

/** What stands in the place of the JVM: heap, collections, event loop and handles of the Node process. */
export default function ProcessPage() {
  const { result } = useMonitorCalls()
  const request = useWatched((signal) =>
    result<{ samples: MachineSample[] }>('/sys/actuator/samples', signal),
  )
  return (
    <MonitorPage
      title={t('进程监控')}
      description={t('Node.js 进程的堆内存、垃圾回收、事件循环与句柄；每 10 秒采样一次，保留一小时。')}
      request={request}
    >
      {({ samples }) => {
        const now = samples.at(-1)
        if (!now) return null
        return (
          <>
            <Figures
              of={[
                [t('已用堆内存'), bytes(now.heapUsed)],
                [t('堆内存上限'), bytes(now.heapLimit)],
                [t('物理内存'), bytes(now.rss)],
                [t('事件循环延迟'), milliseconds(now.loopDelay)],
                [t('垃圾回收次数'), count(now.collections)],
                [t('打开的句柄'), count(now.handles)],
              ]}
            />
            <Curves>
              {[
                <Curve
                  key="heap"
                  title={t('堆内存')}
                  samples={samples}
                  text={bytes}
                  lines={[
                    { name: t('已使用'), of: (one) => one.heapUsed },
                    { name: t('已申请'), of: (one) => one.heapTotal },
                  ]}
                />,
                <Curve
                  key="outside"
                  title={t('堆外内存')}
                  samples={samples}
                  text={bytes}
                  lines={[
                    { name: t('物理内存'), of: (one) => one.rss },
                    { name: t('堆外'), of: (one) => one.external },
                    { name: t('缓冲区'), of: (one) => one.arrayBuffers },
                  ]}
                />,
                <Curve
                  key="loop"
                  title={t('事件循环延迟')}
                  samples={samples}
                  text={milliseconds}
                  lines={[
                    { name: t('平均'), of: (one) => one.loopDelay },
                    { name: t('最长'), of: (one) => one.loopDelayMax },
                  ]}
                />,
                <Curve
                  key="use"
                  title={t('占用率')}
                  samples={samples}
                  text={percent}
                  top={1}
                  lines={[
                    { name: t('事件循环'), of: (one) => one.loopUse },
                    { name: t('进程处理器'), of: (one) => one.processCpu },
                  ]}
                />,
              ]}
            </Curves>
          </>
        )
      }}
    </MonitorPage>
  )
}
