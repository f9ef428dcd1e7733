import { useEffect, useState } from 'react'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { PasswordRules } from '#schemas/api/sign-in.ts'
import { useServices } from './services.ts'

/** What is asked of a new password; null until the server has said it, which judges in any case. */
export function usePasswordRules(): PasswordRules | null {
  const { http } = useServices()
  const [rules, setRules] = useState<PasswordRules | null>(null)
  useEffect(() => {
    let isOpen = true
    http
      .get<Envelope<PasswordRules>>('/sys/user/passwordRules', {}, { quiet: true })
      .then((answer) => {
        if (isOpen && answer.success) setRules(answer.result)
      })
      .catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [http])
  return rules
}

/** Name of the field that a refusal belongs to, where it belongs to one. */
export function refusedField({ result }: Envelope<unknown>): string | null {
  const isNamed = typeof result === 'object' && result !== null && 'field' in result
  return isNamed && typeof result.field === 'string' ? result.field : null
}
