import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { untilLoaded } from './lazy-part.ts'

/**
 * A dialog whose program is loaded when it is first opened; nothing is drawn until then. Not React's `lazy`: what comes
 * out of a Suspense boundary is drawn with interruptions, and an antd dialog whose first drawing was given up leaves an
 * entry that takes the Esc key away from every dialog below it.
 */
export function lazyDialog<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ((props: P) => ReactNode) & { load(): Promise<unknown> } {
  let loaded: ComponentType<P> | null = null
  const loadOnce = async (): Promise<ComponentType<P>> => {
    loaded ??= (await untilLoaded(load)).default
    return loaded
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once per module, as React's lazy is
  function LazyDialog(props: P) {
    const [Dialog, setDialog] = useState<ComponentType<P> | null>(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Dialog) return
      let isGone = false
      loadOnce().then(
        (found) => {
          if (!isGone) flushSync(() => setDialog(() => found))
        },
        (error: unknown) => {
          if (!isGone) setFailure({ error })
        },
      )
      return () => {
        isGone = true
      }
    }, [Dialog])
    if (failure) throw failure.error
    return Dialog ? createElement(Dialog, props) : null
  }
  // The program may be asked for before the dialog is opened.
  return Object.assign(LazyDialog, { load: loadOnce })
}
