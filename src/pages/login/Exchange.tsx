import { Spin } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Envelope } from '#schemas/api/envelope.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'
import type { SignInAnswer } from '../../session/wire.ts'
import { text } from '../../text/zh-CN.ts'
import { CodeStep } from './CodeStep.tsx'
import { LoginForm } from './LoginForm.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import { LoginProblemAlert } from './LoginProblemAlert.tsx'
import { TenantStep } from './TenantStep.tsx'
import { useLogin } from './use-login.ts'

interface ExchangeProps {
  /** Of the account elsewhere, for its link. */
  source: string
  authenticate(): Promise<SignInAnswer>
  onBack?: () => void
}

/**
 * Exchanges, once, what another system sent the browser here with. An account that is not linked yet is linked by signing
 * in with its password.
 */
export function Exchange({ source, authenticate, onBack }: ExchangeProps) {
  const { http } = useServices()
  const bindToken = useRef<string | null>(null)
  const login = useLogin(async (answer) => {
    if (bindToken.current === null) return
    resultOf(
      await http.post<Envelope<null>>(
        '/sys/thirdLogin/bind',
        { token: bindToken.current, source },
        { headers: { 'X-Access-Token': answer.token }, quiet: true },
      ),
    )
    bindToken.current = null
  })
  if (login.problem?.bindToken) bindToken.current = login.problem.bindToken
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void login.submitBy(authenticate)
  }, [login.submitBy, authenticate])

  if (login.choice)
    return (
      <LoginLayout>
        <TenantStep choice={login.choice} busy={login.busy} onDone={login.choose} />
      </LoginLayout>
    )
  if (login.problem?.secondFactor)
    return (
      <LoginLayout>
        <CodeStep login={login} />
      </LoginLayout>
    )
  return (
    <LoginLayout>
      <Spin spinning={login.busy} description={text.signIn.checking}>
        {bindToken.current === null ? (
          <div style={{ minHeight: login.busy ? 160 : undefined }}>
            {login.problem && <LoginProblemAlert problem={login.problem} />}
          </div>
        ) : (
          <LoginForm
            busy={login.busy}
            problem={login.problem}
            submitLabel={text.signIn.link}
            onSubmit={login.submit}
          />
        )}
        <div className="login-links">
          <Link to="/user/login" {...(onBack ? { onClick: onBack } : {})}>
            {text.signIn.back}
          </Link>
        </div>
      </Spin>
    </LoginLayout>
  )
}
