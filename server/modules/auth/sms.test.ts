import { expect, it } from 'vitest'
import { logSmsSender } from './sms.ts'

it('keeps codes and full numbers out of the log unless it is told to write them [L-3]', async () => {
  const lines: string[] = []
  const log = { warn: (line: string) => lines.push(line) }
  await logSmsSender(log, false).send('13812345678', '您的验证码是654321')
  expect(lines.join()).toContain('5678')
  expect(lines.join()).not.toMatch(/13812345678|654321/)
  await logSmsSender(log, true).send('13812345678', '您的验证码是654321')
  expect(lines[1]).toMatch(/13812345678.*654321/)
})
