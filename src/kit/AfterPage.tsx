import { Component, type ReactNode, Suspense, useEffect, useState } from 'react'

/** What is not needed at once comes after the page: at the first quiet moment, at the latest after this long. */
const LATEST_MS = 3000
/** Where a browser cannot tell a quiet moment. */
const LATER_MS = 1500

/** Draws its children when the page is there; their program may be loaded then. What fails is left out: the page works without it. */
export function AfterPage({ children }: { children: ReactNode }) {
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
    <WithoutPart>
      <Suspense>{isTime && children}</Suspense>
    </WithoutPart>
  )
}

class WithoutPart extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override componentDidCatch(error: unknown) {
    console.error('A part of the header is left out', error)
  }
  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
