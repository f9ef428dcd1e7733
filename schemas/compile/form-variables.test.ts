import { expect, it } from 'vitest'
import { formVariables, wireTime } from './form-variables.ts'

it('writes days as YYYY-MM-DD and times as YYYY-MM-DD HH:mm:ss, with leading zeros [const-02, const-03]', () => {
  const moment = new Date(2026, 2, 5, 7, 8, 9)
  expect(wireTime(moment)).toEqual({
    date: '2026-03-05',
    time: '07:08:09',
    datetime: '2026-03-05 07:08:09',
  })
  const user = { id: '1', username: 'zs', realname: '张三', orgCode: 'A01' }
  expect(formVariables(user, moment)).toMatchObject({
    sys_date: '2026-03-05',
    sys_time: '2026-03-05 07:08:09',
  })
})
