import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useServices } from '../../kit/services.ts'
import { Exchange } from '../login/Exchange.tsx'
import { LoginPage } from '../login/LoginPage.tsx'

/**
 * Signing in from another system, which sends the browser here with `token` and `source`. Without them it is the sign-in
 * page inside of a work-chat app.
 */
export function OAuth2LoginPage() {
  const { session } = useServices()
  // Kept: the guard, or a reload of the menu, may change the address.
  const { search } = useLocation()
  const [given] = useState(() => {
    const query = new URLSearchParams(search)
    const token = query.get('token')
    const source = query.get('source')
    return token && source ? { token, source } : null
  })
  if (given === null) return <LoginPage />
  const { token, source } = given
  return <Exchange source={source} authenticate={() => session.authenticateByThirdParty(token, source)} />
}
