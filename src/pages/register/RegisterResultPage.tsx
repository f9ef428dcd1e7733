import { Button, Result } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { text } from '../../text/zh-CN.ts'
import { LoginLayout } from '../login/LoginLayout.tsx'

/** Tells that the account was made; opened without one it says so and leads on. */
export function RegisterResultPage() {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const username =
    typeof state === 'object' && state !== null && 'username' in state ? String(state.username) : null
  return (
    <LoginLayout>
      <Result
        status={username === null ? 'info' : 'success'}
        title={username === null ? text.register.nothing : text.register.done(username)}
        subTitle={username === null ? null : text.register.doneHint}
        extra={
          <Button type="primary" size="large" onClick={() => navigate('/user/login')}>
            {text.register.toLogin}
          </Button>
        }
      />
    </LoginLayout>
  )
}
