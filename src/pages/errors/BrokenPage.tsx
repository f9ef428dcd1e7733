import { Button, Space } from 'antd'
import { ChunkLoadError } from '../../kit/load-chunk.ts'
import { text } from '../../text/zh-CN.ts'

interface BrokenPageProps {
  error: Error
  onRetry(): void
}

/** What stands in the place of a page that failed. Plain, since it must be there when nothing else can be loaded. */
export function BrokenPage({ error, onRetry }: BrokenPageProps) {
  // After an update only loading everything again helps; while the server was away, trying again does, and loses nothing.
  const isChunk = error instanceof ChunkLoadError
  const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : null
  return (
    <div className="broken-page" role="alert">
      <h1 className="error-title">{isChunk ? text.error.chunk : text.pages.brokenPage}</h1>
      {!isChunk && <p>{text.pages.brokenPageHint}</p>}
      <details>
        <summary>{text.pages.forSupport}</summary>
        <p className="shell-code">{error.message}</p>
      </details>
      {requestId && <p>{text.pages.requestId(requestId)}</p>}
      <Space>
        <Button type="primary" onClick={onRetry}>
          {text.retry}
        </Button>
        {isChunk && <Button onClick={() => window.location.reload()}>{text.connection.reload}</Button>}
      </Space>
    </div>
  )
}
