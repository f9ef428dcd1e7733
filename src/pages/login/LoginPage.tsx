import { Button } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { lazyNamed } from '../../kit/load-chunk.ts'
import { useServices } from '../../kit/services.ts'
import { LOGIN_PATH } from '../../session/guard.ts'
import { text } from '../../text/zh-CN.ts'
import { EndReasonAlert } from './EndReasonAlert.tsx'
import { LoginForm } from './LoginForm.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import { useLogin } from './use-login.ts'

const PhoneForm = lazyNamed(() => import('./PhoneForm.tsx'), 'PhoneForm')
const CodeStep = lazyNamed(() => import('./CodeStep.tsx'), 'CodeStep')
const OidcButton = lazyNamed(() => import('./OidcButton.tsx'), 'OidcButton')
const OidcReturn = lazyNamed(() => import('./OidcReturn.tsx'), 'OidcReturn')
const TenantStep = lazyNamed(() => import('./TenantStep.tsx'), 'TenantStep')

/** Drawn without antd's Tabs, which would add a tenth to the first page's program. */
const WAYS = [
  { key: 'account', label: 'byAccount' },
  { key: 'phone', label: 'byPhone' },
] as const

/** Signing in. Where it leads afterwards is the guard's to decide. */
export function LoginPage() {
  const { config } = useServices()
  const { search } = useLocation()
  // Kept: the address is cleaned of what a provider sent the browser back with.
  const [returned, setReturned] = useState(() =>
    config.oidc === '1' && new URLSearchParams(search).has('state') ? search : null,
  )
  return returned === null ? (
    <SignIn />
  ) : (
    <Suspense fallback={null}>
      <OidcReturn search={returned} onBack={() => setReturned(null)} />
    </Suspense>
  )
}

/** By account, by phone, through CAS or a provider. */
function SignIn() {
  const { config } = useServices()
  const login = useLogin()
  const [way, setWay] = useState<(typeof WAYS)[number]['key']>('account')
  const [hasPhone, setHasPhone] = useState(false)
  const { service, isReturning } = useCasReturn(login.submitCas)
  if (login.choice)
    return (
      <LoginLayout>
        <Suspense fallback={null}>
          <TenantStep choice={login.choice} busy={login.busy} onDone={login.choose} />
        </Suspense>
      </LoginLayout>
    )
  if (login.problem?.secondFactor)
    return (
      <LoginLayout>
        <Suspense fallback={null}>
          <CodeStep login={login} />
        </Suspense>
      </LoginLayout>
    )
  return (
    <LoginLayout>
      <EndReasonAlert />
      {isReturning && login.busy && <p role="status">{text.signIn.checking}</p>}
      <div role="tablist" className="login-ways" aria-label={text.login.title}>
        {WAYS.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`login-${key}`}
            aria-controls={`login-${key}-panel`}
            aria-selected={way === key}
            onClick={() => {
              login.forgetProblem()
              setWay(key)
              if (key === 'phone') setHasPhone(true)
            }}
          >
            {text.signIn[label]}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id="login-account-panel"
        aria-labelledby="login-account"
        hidden={way !== 'account'}
      >
        <LoginForm busy={login.busy} problem={login.problem} onSubmit={login.submit} />
      </div>
      <div role="tabpanel" id="login-phone-panel" aria-labelledby="login-phone" hidden={way !== 'phone'}>
        {hasPhone && (
          <Suspense fallback={null}>
            <PhoneForm busy={login.busy} problem={login.problem} onSubmit={login.submitPhone} />
          </Suspense>
        )}
      </div>
      <div className="login-links">
        <Link to="/user/alteration">{text.login.forgotten}</Link>
        {config.registration === '1' && <Link to="/user/register">{text.login.register}</Link>}
      </div>
      {(config.casUrl || config.oidc === '1') && <hr className="login-other" />}
      {config.casUrl && (
        <Button block size="large" href={`${config.casUrl}/login?service=${encodeURIComponent(service)}`}>
          {text.signIn.cas}
        </Button>
      )}
      {config.oidc === '1' && (
        <Suspense fallback={null}>
          <OidcButton login={login} />
        </Suspense>
      )}
    </LoginLayout>
  )
}

/** The CAS server sends the browser back here with a ticket, which is exchanged once. */
function useCasReturn(submit: (ticket: string, service: string) => Promise<void>) {
  const { pathname, search } = useLocation()
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
    navigate(`${pathname}${rest}`, { replace: true })
    void submit(ticket, service)
  }, [ticket, pathname, rest, service, submit, navigate])
  return { service, isReturning }
}
