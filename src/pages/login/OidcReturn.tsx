import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Envelope } from '#schemas/api/envelope.ts'
import { CALL_PATHS } from '../../api/call-paths.ts'
import { useServices } from '../../kit/services.ts'
import { admittedBy } from '../../session/admitted.ts'
import { atProvider, returnedBy } from '../../session/at-provider.ts'
import type { SignInAnswer } from '../../session/wire.ts'
import { Exchange } from './Exchange.tsx'
import { queryBeforeOidc } from './query-before-oidc.ts'

/** Source of the links to accounts of the provider. */
const SOURCE = 'oidc'

/** Back from the provider with `search`: the code in it is exchanged once. */
export function OidcReturn({ search, onBack }: { search: string; onBack(): void }) {
  const { http } = useServices()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isCleaned = useRef(false)
  useEffect(() => {
    if (isCleaned.current) return
    isCleaned.current = true
    // A used code in the address would be tried again by a reload; where to go afterwards is in the query of before.
    navigate(`${pathname}${queryBeforeOidc.take()}`, { replace: true })
  }, [navigate, pathname])
  const authenticate = useCallback(async () => {
    const answer = await http.post<Envelope<SignInAnswer>>(CALL_PATHS.oidcLogin, returnedBy(search), {
      quiet: true,
    })
    const admitted = admittedBy(answer, false)
    atProvider.came()
    return admitted
  }, [http, search])
  return <Exchange source={SOURCE} authenticate={authenticate} onBack={onBack} />
}
