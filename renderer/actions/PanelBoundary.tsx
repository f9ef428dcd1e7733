import { Component, type ReactNode } from 'react'
import { t } from '#schemas/text/text.ts'
import { FaultFace } from '../kit/FaultFace.tsx'

interface Props {
  name: string
  children: ReactNode
}

/** A panel that breaks takes down its dialog's content and not the page below it. */
export class PanelBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(`panel ${this.props.name} failed`, error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <FaultFace
        status="error"
        title={t('面板 “{name}” 无法显示', { name: this.props.name })}
        subTitle={t('请关闭后重试。')}
      />
    )
  }
}
