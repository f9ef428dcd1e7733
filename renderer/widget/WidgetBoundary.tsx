import { Alert, Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { t } from '#schemas/text/text.ts'

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
        title={t('控件 {kind}（字段 {name}）无法显示', { kind: this.props.kind, name: this.props.name })}
        action={
          <Button size="small" onClick={() => this.setState({ broken: false })}>
            {t('重试')}
          </Button>
        }
      />
    )
  }
}
