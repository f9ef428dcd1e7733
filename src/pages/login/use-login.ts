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
}

/** What is still to be chosen before the user is let in. */
export interface LoginChoice {
  departs: readonly Depart[]
  tenants: readonly Tenant[]
}

const TOO_MANY_TRIES = 429

/** The states of signing in. */
export function useLogin() {
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

  return {
    busy,
    problem,
    choice: answer ? choiceOf(answer) : null,
    submit: (credentials: Credentials) =>
      attempt(async () => {
        const authenticated = await session.authenticate(credentials)
        const choice = choiceOf(authenticated)
        if (choice.departs.length > 0 || choice.tenants.length > 0) setAnswer(authenticated)
        else await enter(authenticated, {})
      }),
    choose: (choice: SignInChoice) =>
      attempt(async () => {
        if (answer) await enter(answer, choice)
      }),
  }
}

function choiceOf(answer: SignInAnswer): LoginChoice {
  const tenants = effectiveTenants(answer)
  return {
    departs: answer.multi_depart === 2 ? (answer.departs ?? []) : [],
    tenants: tenants.length > 1 ? tenants : [],
  }
}

function problemOf(error: unknown): LoginProblem {
  if (error instanceof SignInRefused) return { kind: 'refused', message: error.message }
  if (error instanceof RequestError)
    return {
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
