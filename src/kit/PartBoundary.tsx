import { App } from 'antd'
import { Component, type ReactNode, Suspense } from 'react'
import { text } from '../text/zh-CN.ts'

interface PartBoundaryProps {
  /** The part cannot be shown: the component that opened it should close it. */
  onFail(): void
  /** Stands there until the program has come. */
  fallback?: ReactNode
  children: ReactNode
}

/** Around a dialog whose program is loaded when it opens: one that does not arrive takes down itself, not the open pages. */
export function PartBoundary({ onFail, fallback, children }: PartBoundaryProps) {
  const { message } = App.useApp()
  return (
    <Boundary
      onFail={(error) => {
        console.error('a dialog could not be shown', error)
        void message.error(text.error.part)
        onFail()
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

class Boundary extends Component<
  { onFail(error: unknown): void; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override componentDidCatch(error: unknown) {
    this.props.onFail(error)
    this.setState({ isBroken: false })
  }
  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
