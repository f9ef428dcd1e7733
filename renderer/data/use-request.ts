import { type DependencyList, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { RequestError } from './data-client.ts'

/** A load and how far it has come. Old data stays while it is loaded again. */
export interface Request<T> {
  data: T | null
  error: RequestError | null
  loading: boolean
  reload(): void
}

/** Loads data when the dependencies change; leaving the component, or newer dependencies, aborts the call. */
export function useRequest<T>(load: (signal: AbortSignal) => Promise<T>, deps: DependencyList): Request<T> {
  const [state, setState] = useState<{ data: T | null; error: RequestError | null; loading: boolean }>({
    data: null,
    error: null,
    loading: true,
  })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  // A page that was hidden and is shown again runs its effects anew, but has nothing new to load.
  const loaded = useRef<DependencyList | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the load depends on
  useEffect(() => {
    const wanted = [...deps, turn]
    if (loaded.current?.every((dep, at) => Object.is(dep, wanted[at]))) return
    loaded.current = null
    const controller = new AbortController()
    setState((before) => ({ ...before, loading: true, error: null }))
    latest.current(controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return
        loaded.current = wanted
        setState({ data, error: null, loading: false })
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setState((before) => ({ ...before, error: asRequestError(error), loading: false }))
      },
    )
    return () => controller.abort()
  }, [...deps, turn])

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { ...state, reload }
}

/** Any failure as one that can be shown. */
export function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  return new RequestError(error instanceof Error && error.message ? error.message : t('操作失败'), 0)
}
