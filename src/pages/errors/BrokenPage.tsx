import { Button, Result } from 'antd'
import { ChunkLoadError } from '../../shell/load-chunk.ts'
import { text } from '../../text/zh-CN.ts'

interface BrokenPageProps {
  error: Error
  onRetry(): void
}

/** What stands in the place of a page that failed. */
export function BrokenPage({ error, onRetry }: BrokenPageProps) {
  // A chunk that failed once stays failed for this page: only loading everything again helps.
  const isChunk = error instanceof ChunkLoadError
  const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : null
  return (
    <Result
      status="error"
      title={isChunk ? text.error.chunk : text.pages.brokenPage}
      subTitle={
        <>
          <p>{isChunk ? null : text.pages.brokenPageHint}</p>
          <p className="shell-code">{error.message}</p>
          {requestId && <p>{text.pages.requestId(requestId)}</p>}
        </>
      }
      extra={
        <Button type="primary" onClick={isChunk ? () => window.location.reload() : onRetry}>
          {isChunk ? text.connection.reload : text.retry}
        </Button>
      }
    />
  )
}
