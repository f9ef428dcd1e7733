import { Button, Result } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useServices } from '../../shell/services.ts'
import { text } from '../../text/zh-CN.ts'

type Kind = '403' | '404' | '500' | 'exception'

const WORDS: Record<Kind, string> = {
  '403': text.pages.forbidden,
  '404': text.pages.notFound,
  '500': text.pages.serverError,
  exception: text.pages.exception,
}

/** A whole screen that says what went wrong, and leads home. */
export function ErrorPage({ kind, requestId }: { kind: Kind; requestId?: string }) {
  const navigate = useNavigate()
  const { config } = useServices()
  return (
    <main className="error-page">
      <Result
        status={kind === 'exception' ? 'error' : kind}
        title={kind === 'exception' ? null : kind}
        subTitle={
          <>
            <p>{WORDS[kind]}</p>
            {requestId && <p>{text.pages.requestId(requestId)}</p>}
          </>
        }
        extra={
          <Button type="primary" onClick={() => navigate(config.homePath)}>
            {text.pages.backHome}
          </Button>
        }
      />
    </main>
  )
}
