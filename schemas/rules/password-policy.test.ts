import { afterEach, describe, expect, it } from 'vitest'
import english from '#schemas/text/en/rules.json' with { type: 'json' }
import { OWN_LANGUAGE, speak } from '#schemas/text/text.ts'
import { policyText } from './password-policy.ts'

const POLICY = { minLength: 10, kinds: 3, maxAgeDays: 30, history: 3 }

afterEach(() => speak(OWN_LANGUAGE, {}))

describe('what is asked of a new password', () => {
  it('is said whole', () => {
    expect(policyText(POLICY)).toBe(
      '至少10个字符；包含大写字母、小写字母、数字、符号中的至少3类；不能是常见密码或用户账号；不能与最近3次使用的密码相同；30天后须再次修改',
    )
  })

  it('is said in the chosen language', () => {
    speak('en', english)
    const said = policyText(POLICY)
    expect(said).toMatch(/^at least 10 characters; .*; to be changed after 30 days$/)
    expect(said).not.toMatch(/\p{Script=Han}/u)
  })
})
