import { Button, Card, Col, Row, Skeleton, Statistic } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import type { Request } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { PageContent } from '../../kit/PageContent.tsx'
import './monitor.css'

interface MonitorPageProps<T> {
  title: string
  description: string
  request: Request<T>
  children(data: T): ReactNode
}

/** Frame of a monitor: its figures, the wait for the first ones, and what is said when they cannot be had. */
export function MonitorPage<T>({ title, description, request, children }: MonitorPageProps<T>) {
  const { data, error, loading, reload } = request
  return (
    <PageContent title={title} description={description}>
      <Button onClick={reload} loading={loading} className="monitor-reload">
        {t('刷新')}
      </Button>
      <LoadFault of={request} className="monitor-error" />
      {data !== null ? children(data) : !error && <Skeleton active paragraph={{ rows: 8 }} />}
    </PageContent>
  )
}

/** Single figures side by side. */
export function Figures({ of }: { of: readonly (readonly [title: string, value: string])[] }) {
  return (
    <Row gutter={[12, 12]} className="monitor-figures">
      {of.map(([title, value]) => (
        <Col key={title} xs={12} md={8} xl={4}>
          <Card size="small">
            <Statistic title={title} value={value} />
          </Card>
        </Col>
      ))}
    </Row>
  )
}

/** Curves side by side, below each other where there is no room. */
export function Curves({ children }: { children: readonly ReactElement[] }) {
  return (
    <Row gutter={[12, 12]}>
      {children.map((curve) => (
        <Col key={curve.key} xs={24} xl={12}>
          {curve}
        </Col>
      ))}
    </Row>
  )
}
