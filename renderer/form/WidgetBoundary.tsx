import { Alert, Button } from 'antd'
import { Component, type ReactNode } from 'react'

interface Props {
  kind: string
  name: string
  children: ReactNode
}

/** A broken widget takes down its own place, not the page. */
export class WidgetBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(`widget ${this.props.kind} of ${this.props.name} failed`, error)
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <Alert
        type="error"
        showIcon
        title={`控件 ${this.props.kind}（字段 ${this.props.name}）无法显示`}
        action={
          <Button size="small" onClick={() => this.setState({ broken: false })}>
            重试
          </Button>
        }
      />
    )
  }
}
