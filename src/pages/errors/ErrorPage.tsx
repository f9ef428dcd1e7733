import { Button, Result } from 'antd'
import { useNavigate } from 'react-router-dom'
import { text } from '../../text/zh-CN.ts'

type Kind = '403' | '500' | 'exception'

const WORDS = {
  '403': 'forbidden',
  '500': 'serverError',
  exception: 'exception',
} as const satisfies Record<Kind, keyof typeof text.pages>

/** A whole screen that says what went wrong, and leads home. */
export function ErrorPage({ kind, requestId }: { kind: Kind; requestId?: string }) {
  const navigate = useNavigate()
  return (
    <main className="error-page">
      <Result
        status={kind === 'exception' ? 'error' : kind}
        title={<h1 className="error-title">{text.pages[WORDS[kind]]}</h1>}
        subTitle={
          <>
            {kind !== 'exception' && <p>{kind}</p>}
            {requestId && <p>{text.pages.requestId(requestId)}</p>}
          </>
        }
        extra={
          <Button type="primary" onClick={() => navigate('/')}>
            {text.pages.backHome}
          </Button>
        }
      />
    </main>
  )
}
