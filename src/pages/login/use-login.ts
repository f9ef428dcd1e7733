import { App } from 'antd'
import { useState } from 'react'
import { useServices } from '../../kit/services.ts'
import type { Credentials } from '../../session/authentication.ts'
import { greetingOf } from '../../session/greeting.ts'
import { effectiveTenants, type SignInChoice } from '../../session/session.ts'
import { type SignInProblem, signInProblemOf } from '../../session/sign-in-problem.ts'
import type { Depart, SignInAnswer, Tenant } from '../../session/wire.ts'
import { text } from '../../text/zh-CN.ts'

/** What is still to be chosen before the user is let in. */
export interface LoginChoice {
  departs: readonly Depart[]
  tenants: readonly Tenant[]
  /** Department that was chosen last time. */
  remembered: string | null
}

/** What is done with an answer before the user is let in, e.g. linking an account elsewhere. */
type BeforeEnter = (answer: SignInAnswer) => Promise<void>

/** The states of signing in. */
export function useLogin(beforeEnter: BeforeEnter = async () => {}) {
  const { session } = useServices()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SignInProblem | null>(null)
  const [answer, setAnswer] = useState<SignInAnswer | null>(null)

  async function enter(entering: SignInAnswer, choice: SignInChoice) {
    await session.accept(entering, choice)
    if (entering.multi_depart === 0) void message.warning({ content: text.login.noDepart, duration: 4 })
    else void message.success(text.login.success(greetingOf(new Date())))
  }

  async function attempt(act: () => Promise<void>) {
    setBusy(true)
    // The second step stays where it is while its code is judged.
    setProblem((before) => (before?.secondFactor ? before : null))
    try {
      await act()
      setProblem(null)
    } catch (error) {
      setProblem(signInProblemOf(error))
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
    choice: answer ? { ...choiceOf(answer), remembered: session.rememberedDepart() } : null,
    forgetProblem: () => setProblem(null),
    submit: (credentials: Credentials) => by(() => session.authenticate(credentials)),
    submitPhone: (phone: string, code: string) => by(() => session.authenticateByPhone(phone, code)),
    submitCas: (ticket: string, service: string) => by(() => session.authenticateByCas(ticket, service)),
    /** Any other way, which loads its own program. */
    submitBy: by,
    attempt,
    submitCode: (code: string) => {
      const challenge = problem?.secondFactor
      return challenge ? by(() => session.authenticateByCode(challenge, code)) : Promise.resolve()
    },
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

function choiceOf(answer: SignInAnswer): Omit<LoginChoice, 'remembered'> {
  const tenants = effectiveTenants(answer)
  return {
    departs: answer.multi_depart === 2 ? (answer.departs ?? []) : [],
    tenants: tenants.length > 1 ? tenants : [],
  }
}
