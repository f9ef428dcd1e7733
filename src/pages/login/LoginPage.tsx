import { Button, Divider, Spin, Tabs } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { LOGIN_PATH } from '../../session/guard.ts'
import { useServices } from '../../shell/services.ts'
import { text } from '../../text/zh-CN.ts'
import { LoginForm } from './LoginForm.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import { TenantStep } from './TenantStep.tsx'
import { useLogin } from './use-login.ts'

/** Signing in by account, by phone or through CAS. Where it leads afterwards is the guard's to decide. */
export function LoginPage() {
  const { config } = useServices()
  const login = useLogin()
  const [way, setWay] = useState('account')
  const { service, isReturning } = useCasReturn(login.submitCas)
  if (login.choice)
    return (
      <LoginLayout>
        <TenantStep choice={login.choice} busy={login.busy} onDone={login.choose} />
      </LoginLayout>
    )
  return (
    <LoginLayout>
      <Spin spinning={isReturning && login.busy} description={text.signIn.checking}>
        <Tabs
          centered
          activeKey={way}
          onChange={(next) => {
            login.forgetProblem()
            setWay(next)
          }}
          items={[
            {
              key: 'account',
              label: text.signIn.byAccount,
              children: <LoginForm busy={login.busy} problem={login.problem} onSubmit={login.submit} />,
            },
            {
              key: 'phone',
              label: text.signIn.byPhone,
              children: <PhoneForm busy={login.busy} problem={login.problem} onSubmit={login.submitPhone} />,
            },
          ]}
        />
        <div className="login-links">
          <Link to="/user/alteration">{text.login.forgotten}</Link>
          {config.registration === '1' && <Link to="/user/register">{text.login.register}</Link>}
        </div>
        {config.casUrl && (
          <>
            <Divider plain className="login-other" />
            <Button block size="large" href={`${config.casUrl}/login?service=${encodeURIComponent(service)}`}>
              {text.signIn.cas}
            </Button>
          </>
        )}
      </Spin>
    </LoginLayout>
  )
}

/** The CAS server sends the browser back here with a ticket, which is exchanged once. */
function useCasReturn(submit: (ticket: string, service: string) => Promise<void>) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const ticket = query.get('ticket')
  query.delete('ticket')
  const rest = query.size > 0 ? `?${query}` : ''
  // Must be the very address that the ticket was made for.
  const service = `${window.location.origin}${LOGIN_PATH}${rest}`
  const [isReturning] = useState(ticket !== null)
  const exchanged = useRef<string | null>(null)
  useEffect(() => {
    if (!ticket || exchanged.current === ticket) return
    exchanged.current = ticket
    // A used ticket in the address would be tried again by a reload.
    navigate(`${LOGIN_PATH}${rest}`, { replace: true })
    void submit(ticket, service)
  }, [ticket, rest, service, submit, navigate])
  return { service, isReturning }
}
