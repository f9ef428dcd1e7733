import { Typography } from 'antd'
import type { ReactNode } from 'react'

interface PageContentProps {
  title: string
  description?: string
  children: ReactNode
}

/** Title and description above a hand-written page. */
export function PageContent({ title, description, children }: PageContentProps) {
  return (
    <section className="page-content">
      <Typography.Title level={1} className="page-title">
        {title}
      </Typography.Title>
      {description && <Typography.Paragraph type="secondary">{description}</Typography.Paragraph>}
      {children}
    </section>
  )
}
