import { Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Envelope } from '#schemas/api/envelope.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../shell/services.ts'
import { text } from '../../text/zh-CN.ts'
import { LoginForm } from '../login/LoginForm.tsx'
import { LoginLayout } from '../login/LoginLayout.tsx'
import { LoginPage } from '../login/LoginPage.tsx'
import { LoginProblemAlert } from '../login/LoginProblemAlert.tsx'
import { TenantStep } from '../login/TenantStep.tsx'
import { useLogin } from '../login/use-login.ts'

/**
 * Signing in from another system, which sends the browser here with `token` and `source`. Without them it is the sign-in
 * page inside of a work-chat app.
 */
export function OAuth2LoginPage() {
  // Kept: the guard, or a reload of the menu, may change the address.
  const { search } = useLocation()
  const [given] = useState(() => {
    const query = new URLSearchParams(search)
    const token = query.get('token')
    const source = query.get('source')
    return token && source ? { token, source } : null
  })
  return given ? <Exchange {...given} /> : <LoginPage />
}

function Exchange({ token, source }: { token: string; source: string }) {
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
    void login.submitThirdParty(token, source)
  }, [login.submitThirdParty, token, source])

  if (login.choice)
    return (
      <LoginLayout>
        <TenantStep choice={login.choice} busy={login.busy} onDone={login.choose} />
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
          <Link to="/user/login">{text.signIn.back}</Link>
        </div>
      </Spin>
    </LoginLayout>
  )
}
