import type { Envelope } from '#schemas/api/envelope.ts'
import { SignInRefused } from './sign-in-refused.ts'
import type { SignInAnswer } from './wire.ts'

/** The answer of a sign-in call, if it let the user in. */
export function admittedBy(answer: Envelope<SignInAnswer>, isOther: boolean): SignInAnswer {
  const { code, success } = answer
  // The wire's own oddity: the string, not the number. Other servers do not keep to it.
  if (code !== '200' && !(isOther && success && Number(code) === 200))
    throw new SignInRefused(answer.message, answer.result)
  return answer.result
}
