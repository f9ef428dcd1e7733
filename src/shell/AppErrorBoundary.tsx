import { Component, type ReactNode } from 'react'
import { BrokenPage } from '../pages/errors/BrokenPage.tsx'

interface Props {
  children: ReactNode
}

/** One page's failure stays its own. 重试 builds the page anew. */
export class AppErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <BrokenPage error={error} onRetry={() => this.setState({ error: null })} />
  }
}
