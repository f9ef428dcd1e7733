import { describe, expect, it } from 'vitest'
import { passwordProblem } from './new-passwords.ts'
import { hashPassword, passwordFits } from './password.ts'

describe('a new password', () => {
  it.each([
    ['8 characters, any of them', 'é 🔐 "\\%a'],
    ['64 characters', 'correct horse battery staple '.repeat(3).slice(0, 64)],
    ['128 characters', '长'.repeat(128)],
    ['letters only, if nobody uses them', 'stumbling-heron-quietly'],
  ])('is taken with %s [N-2]', async (_, password) => {
    expect(await passwordProblem(password, 'zhang')).toBeNull()
    const stored = await hashPassword(password)
    expect(await passwordFits(stored, password)).toBe(true)
    expect(await passwordFits(stored, `${password}x`)).toBe(false)
  })

  it('is refused when it is among those that guessing starts with, in any case [N-2]', async () => {
    const common =
      'password 12345678 iloveyou sunshine Football trustno1 QWERTYUIOP alexander 88888888 woaini1314 admin@123 P@ssw0rd metallica 1qaz2wsx 0123456789'
    for (const password of common.split(' '))
      expect(await passwordProblem(password, 'zhang'), password).toBe('该密码过于常见，请更换')
  })

  it('is refused when it is too short, too long or the name itself', async () => {
    expect(await passwordProblem('1234567', 'zhang')).toBe('密码至少8个字符')
    expect(await passwordProblem('🔐'.repeat(7), 'zhang')).toBe('密码至少8个字符')
    expect(await passwordProblem('长'.repeat(129), 'zhang')).toBe('密码最多128个字符')
    expect(await passwordProblem('Zhangsan1', 'zhangsan1')).toBe('密码不能与用户账号相同')
  })

  it('of an unknown user fits nothing', async () => {
    expect(await passwordFits(null, 'anything')).toBe(false)
    expect(await passwordFits('not a hash', 'anything')).toBe(false)
  })
})
