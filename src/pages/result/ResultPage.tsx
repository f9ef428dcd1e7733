import { Button, Result } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { text } from '../../text/zh-CN.ts'
import { type ResultState, resultState } from './result-state.ts'

/** How something ended: what the page before says of it, and the ways on. */
export function ResultPage({ own }: { own: ResultState }) {
  const navigate = useNavigate()
  const { state, key } = useLocation()
  const { status, title, description } = resultState(state, own)
  return (
    <section className="page-content">
      <Result
        status={status}
        title={<h1 className="error-title">{title}</h1>}
        subTitle={description}
        extra={[
          <Button key="home" type="primary" onClick={() => navigate('/')}>
            {text.pages.backHome}
          </Button>,
          // Opened by its address, the page has none before it.
          key === 'default' ? null : (
            <Button key="back" onClick={() => navigate(-1)}>
              {text.result.back}
            </Button>
          ),
        ]}
      />
    </section>
  )
}
