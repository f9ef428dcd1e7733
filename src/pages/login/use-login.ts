import { App } from 'antd'
import { useState } from 'react'
import { RequestError } from '#renderer/index.ts'
import { greetingOf } from '../../session/greeting.ts'
import {
  type Credentials,
  effectiveTenants,
  type SignInChoice,
  SignInRefused,
} from '../../session/session.ts'
import type { Depart, SignInAnswer, Tenant } from '../../session/wire.ts'
import { useServices } from '../../shell/services.ts'
import { text } from '../../text/zh-CN.ts'

/** Why a sign-in did not succeed. */
export interface LoginProblem {
  kind: 'refused' | 'locked' | 'broken'
  message: string
  /** A slider that opens the closed account for one try. */
  challenge: string | null
  /** Links an account of another system at the next sign-in. */
  bindToken: string | null
}

/** What is still to be chosen before the user is let in. */
export interface LoginChoice {
  departs: readonly Depart[]
  tenants: readonly Tenant[]
}

const TOO_MANY_TRIES = 429

/** What is done with an answer before the user is let in, e.g. linking an account elsewhere. */
type BeforeEnter = (answer: SignInAnswer) => Promise<void>

/** The states of signing in. */
export function useLogin(beforeEnter: BeforeEnter = async () => {}) {
  const { session } = useServices()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const [answer, setAnswer] = useState<SignInAnswer | null>(null)

  async function enter(entering: SignInAnswer, choice: SignInChoice) {
    await session.accept(entering, choice)
    if (entering.multi_depart === 0) void message.warning({ content: text.login.noDepart, duration: 4 })
    else void message.success(text.login.success(greetingOf(new Date())))
  }

  async function attempt(act: () => Promise<void>) {
    setBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  const by = (authenticate: () => Promise<SignInAnswer>) =>
    attempt(async () => {
      const authenticated = await authenticate()
      await beforeEnter(authenticated)
      const choice = choiceOf(authenticated)
      if (choice.departs.length > 0 || choice.tenants.length > 0) setAnswer(authenticated)
      else await enter(authenticated, {})
    })

  return {
    busy,
    problem,
    choice: answer ? choiceOf(answer) : null,
    forgetProblem: () => setProblem(null),
    submit: (credentials: Credentials) => by(() => session.authenticate(credentials)),
    submitPhone: (phone: string, code: string) => by(() => session.authenticateByPhone(phone, code)),
    submitCas: (ticket: string, service: string) => by(() => session.authenticateByCas(ticket, service)),
    submitThirdParty: (token: string, source: string) =>
      by(() => session.authenticateByThirdParty(token, source)),
    choose: (choice: SignInChoice) =>
      attempt(async () => {
        if (answer) await enter(answer, withOnlyDepart(answer, choice))
      }),
  }
}

/** Departments of a tenant; a server that names no tenants means all of them. */
export function departsOfTenant(departs: readonly Depart[], tenantId: number | undefined): readonly Depart[] {
  return departs.filter((depart) => depart.tenantId === undefined || depart.tenantId === tenantId)
}

/** The only department of the chosen tenant is taken silently. */
function withOnlyDepart(answer: SignInAnswer, choice: SignInChoice): SignInChoice {
  if (choice.orgCode || choice.tenantId === undefined) return choice
  const [only, ...others] = departsOfTenant(answer.departs ?? [], choice.tenantId)
  return only && others.length === 0 ? { ...choice, orgCode: only.orgCode } : choice
}

function choiceOf(answer: SignInAnswer): LoginChoice {
  const tenants = effectiveTenants(answer)
  return {
    departs: answer.multi_depart === 2 ? (answer.departs ?? []) : [],
    tenants: tenants.length > 1 ? tenants : [],
  }
}

function problemOf(error: unknown): LoginProblem {
  const plain = { challenge: null, bindToken: null }
  if (error instanceof SignInRefused)
    return { ...plain, kind: 'refused', message: error.message, bindToken: detailOf(error, 'bindToken') }
  if (error instanceof RequestError)
    return {
      ...plain,
      challenge: detailOf(error, 'challenge'),
      kind:
        error.status === TOO_MANY_TRIES
          ? 'locked'
          : error.status >= 400 && error.status < 500
            ? 'refused'
            : 'broken',
      message: error.message,
    }
  throw error
}

function detailOf({ detail }: { detail: unknown }, name: string): string | null {
  if (typeof detail !== 'object' || detail === null) return null
  const value = (detail as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
