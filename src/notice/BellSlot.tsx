import { Component, type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyNamed } from '../shell/load-chunk.ts'

const Bell = lazyNamed(() => import('./Bell.tsx'), 'Bell')
/** The bell comes after the page: at the first quiet moment, at the latest after this long. */
const LATEST_MS = 3000
/** Where a browser cannot tell a quiet moment. */
const LATER_MS = 1500

/** Place of the bell in the header; its program is loaded when the page is there. */
export function BellSlot() {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const come = () => setTime(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(come, LATER_MS)
      return () => clearTimeout(timer)
    }
    const handle = window.requestIdleCallback(come, { timeout: LATEST_MS })
    return () => window.cancelIdleCallback(handle)
  }, [])
  return (
    <span className="bell-slot">
      <WithoutBell>
        <Suspense>{isTime && <Bell />}</Suspense>
      </WithoutBell>
    </span>
  )
}

/** A bell that cannot be loaded or drawn is left out: the page works without it. */
class WithoutBell extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override componentDidCatch(error: unknown) {
    console.error('The bell is left out', error)
  }
  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
