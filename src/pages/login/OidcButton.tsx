import { Button } from 'antd'
import type { Envelope } from '#schemas/api/envelope.ts'
import { CALL_PATHS } from '../../api/call-paths.ts'
import { useServices } from '../../kit/services.ts'
import { SignInRefused } from '../../session/sign-in-refused.ts'
import { text } from '../../text/zh-CN.ts'
import { queryBeforeOidc } from './query-before-oidc.ts'
import type { useLogin } from './use-login.ts'

/** Sends the browser to the OpenID Connect provider, which sends it back to the sign-in page. */
export function OidcButton({ login }: { login: ReturnType<typeof useLogin> }) {
  const { config, http } = useServices()
  return (
    <Button
      block
      size="large"
      className="login-oidc"
      onClick={() =>
        login.attempt(async () => {
          const answer = await http.post<Envelope<{ url: string }>>(CALL_PATHS.oidcBegin, {}, { quiet: true })
          if (!answer.success) throw new SignInRefused(answer.message)
          queryBeforeOidc.set(window.location.search)
          window.location.assign(answer.result.url)
        })
      }
    >
      {config.oidcLabel || text.signIn.oidc}
    </Button>
  )
}
