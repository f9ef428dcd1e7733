import { LoginForm } from './LoginForm.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import { TenantStep } from './TenantStep.tsx'
import { useLogin } from './use-login.ts'

/** Signing in by account. Where it leads afterwards is the guard's to decide. */
export function LoginPage() {
  const login = useLogin()
  return (
    <LoginLayout>
      {login.choice ? (
        <TenantStep choice={login.choice} busy={login.busy} onDone={login.choose} />
      ) : (
        <LoginForm busy={login.busy} problem={login.problem} onSubmit={login.submit} />
      )}
    </LoginLayout>
  )
}
