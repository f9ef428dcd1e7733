import { Button, Result } from 'antd'
import { useNavigate } from 'react-router-dom'
import { text } from '../../text/zh-CN.ts'

/** A screen that has its address but no content yet. */
export function NotReadyPage() {
  const navigate = useNavigate()
  return (
    <main className="error-page">
      <Result
        status="info"
        title={<h1 className="error-title">{text.pages.notReady}</h1>}
        extra={
          <Button type="primary" onClick={() => navigate('/')}>
            {text.pages.backHome}
          </Button>
        }
      />
    </main>
  )
}
