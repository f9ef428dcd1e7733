import { useEffect } from 'react'
import { type Request, useRequest } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'

/** How often figures are asked for (ms): as often as the server measures. */
const EVERY_MS = 10_000

/** Loads figures again and again while the page is in view: a hidden tab, or one of the browser, asks nothing. */
export function useWatched<T>(load: (signal: AbortSignal) => Promise<T>): Request<T> {
  const request = useRequest(load, [])
  const { reload } = request
  // A page in a hidden tab has its effects taken down, the timer with them.
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | null = null
    const follow = () => {
      if (timer) clearInterval(timer)
      timer = document.visibilityState === 'visible' ? setInterval(reload, EVERY_MS) : null
    }
    const handleChange = () => {
      if (document.visibilityState === 'visible') reload()
      follow()
    }
    follow()
    document.addEventListener('visibilitychange', handleChange)
    return () => {
      if (timer) clearInterval(timer)
      document.removeEventListener('visibilitychange', handleChange)
    }
  }, [reload])
  return request
}

/** Reads a call of the monitors; a refusal is an error that the page shows. */
export function useMonitorCalls() {
  const { http } = useServices()
  return {
    result: async <T>(path: string, signal: AbortSignal) =>
      resultOf(await http.get<Envelope<T>>(path, {}, { signal })),
    /** Answers of `/actuator` come without the envelope. */
    bare: <T>(path: string, signal: AbortSignal) => http.get<T>(path, {}, { signal }),
  }
}
