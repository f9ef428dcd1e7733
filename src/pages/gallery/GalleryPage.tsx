import { Card, Col, Input, Row, Skeleton } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { type Example, WidgetExample } from '#renderer/index.ts'
import { PageContent } from '../../kit/PageContent.tsx'
import { text } from '../../text/zh-CN.ts'

const EXAMPLES = import.meta.glob<Example>('/widgets/*/example.json', { eager: true, import: 'default' })

/** Every widget on all its surfaces, from its own example. */
export default function GalleryPage() {
  const [wanted, setWanted] = useState('')
  const examples = useMemo(
    () =>
      Object.values(EXAMPLES)
        .filter(({ kind }) => kind.includes(wanted.trim()))
        .sort((a, b) => a.kind.localeCompare(b.kind)),
    [wanted],
  )
  return (
    <PageContent title={text.gallery.title} description={text.gallery.description}>
      <Input.Search
        aria-label={text.gallery.kind}
        placeholder={text.gallery.search}
        allowClear
        style={{ maxWidth: 280, marginBottom: 16 }}
        onChange={(event) => setWanted(event.target.value)}
      />
      <Row gutter={[16, 16]}>
        {examples.map((example) => (
          <Col key={example.kind} xs={24} xl={12}>
            <Card size="small">
              <Suspense fallback={<Skeleton active />}>
                <WidgetExample example={example} />
              </Suspense>
            </Card>
          </Col>
        ))}
      </Row>
    </PageContent>
  )
}
