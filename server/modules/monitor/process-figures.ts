import { availableParallelism, cpus, freemem, loadavg, totalmem } from 'node:os'
import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { MachineFigures } from '#schemas/api/monitor.ts'

/** How finely the delay of the event loop is measured (ms); a loop that is free comes back after this long. */
const LOOP_MS = 20
const NANOSECONDS = 1e6

type CallFigures = Pick<MachineFigures, 'requests' | 'refused' | 'errors' | 'requestMs' | 'requestMsMax'>
const NO_CALLS: CallFigures = { requests: 0, refused: 0, errors: 0, requestMs: 0, requestMsMax: 0 }

/** Measures this process and its machine. */
export interface ProcessFigures {
  /** An answered call. */
  count(ms: number, status: number): void
  /** What was measured since the last time. */
  take(): MachineFigures
  /** All calls since the start. */
  calls(): CallFigures
  close(): void
}

/** Begins to measure. */
export function measureProcess(): ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: LOOP_MS })
  delay.enable()
  let collections = 0
  let collectionMs = 0
  const collector = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      collections++
      collectionMs += entry.duration
    }
  })
  collector.observe({ entryTypes: ['gc'] })
  let since: CallFigures = { ...NO_CALLS }
  const all: CallFigures = { ...NO_CALLS }
  let lastCpu = process.cpuUsage()
  let lastAt = performance.now()
  let lastLoop = performance.eventLoopUtilization()
  let lastTimes = cpuTimes()

  function add(to: CallFigures, ms: number, status: number): void {
    to.requests++
    to.requestMs += ms
    to.requestMsMax = Math.max(to.requestMsMax, ms)
    if (status >= 500) to.errors++
    else if (status >= 400) to.refused++
  }

  return {
    count(ms, status) {
      add(since, ms, status)
      add(all, ms, status)
    },
    calls: () => all,
    take() {
      const { heapUsed, heapTotal, rss, external, arrayBuffers } = process.memoryUsage()
      const now = performance.now()
      const cpu = process.cpuUsage()
      const loop = performance.eventLoopUtilization()
      const times = cpuTimes()
      const spentMs = (cpu.user + cpu.system - lastCpu.user - lastCpu.system) / 1000
      const busy = times.busy - lastTimes.busy
      const total = times.total - lastTimes.total
      const late = (ns: number) => (Number.isFinite(ns) ? Math.max(0, ns / NANOSECONDS - LOOP_MS) : 0)
      const figures: MachineFigures = {
        heapUsed,
        heapTotal,
        heapLimit: getHeapStatistics().heap_size_limit,
        rss,
        external,
        arrayBuffers,
        loopDelay: late(delay.mean),
        loopDelayMax: late(delay.max),
        loopUse: performance.eventLoopUtilization(loop, lastLoop).utilization || 0,
        collections,
        collectionMs,
        handles: process.getActiveResourcesInfo().length,
        processCpu: Math.min(1, spentMs / Math.max(1, now - lastAt) / availableParallelism()),
        systemCpu: total > 0 ? busy / total : 0,
        load: loadavg()[0] ?? 0,
        memoryUsed: totalmem() - freemem(),
        memoryTotal: totalmem(),
        ...since,
      }
      delay.reset()
      since = { ...NO_CALLS }
      lastCpu = cpu
      lastAt = now
      lastLoop = loop
      lastTimes = times
      return figures
    },
    close() {
      delay.disable()
      collector.disconnect()
    },
  }
}

function cpuTimes(): { busy: number; total: number } {
  let busy = 0
  let total = 0
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.idle + times.irq
    total += all
    busy += all - times.idle
  }
  return { busy, total }
}
