import { describe, expect, it } from 'vitest'
import { announcementOf, type Failure } from './error-catalogue.ts'

const failure = (given: Partial<Failure>): Failure => ({
  status: 500,
  message: '',
  timedOut: false,
  hadToken: true,
  inWorkChat: false,
  ...given,
})

describe('the error catalogue', () => {
  it('refuses with a notification on 403 [err-01]', () => {
    expect(announcementOf(failure({ status: 403, message: '没有权限，请联系管理员授权' }))).toMatchObject({
      how: 'notification',
      text: '拒绝访问',
    })
  })

  it('opens the dialog of an expired session on 500 with Token失效 and a token [err-02]', () => {
    expect(announcementOf(failure({ message: 'Token失效，请重新登录' }))).toMatchObject({
      how: 'expired',
      text: '很抱歉，登录已过期，请重新登录',
    })
  })

  it('takes Token失效 for any message when no token went along', () => {
    expect(announcementOf(failure({ message: 'Token失效，请重新登录', hadToken: false }))).toMatchObject({
      how: 'message',
      text: 'Token失效，请重新登录',
    })
  })

  it('shows a loading message instead in a work-chat app, until the page is loaded anew [err-04]', () => {
    expect(announcementOf(failure({ message: 'Token失效', inWorkChat: true }))).toMatchObject({
      how: 'loading',
      signOutAfterMs: 1500,
    })
  })

  it('shows the server message of another 500 for 4 s [err-06]', () => {
    expect(announcementOf(failure({ message: '库存不足' }))).toEqual({
      how: 'message',
      text: '库存不足',
      seconds: 4,
      signOutAfterMs: null,
    })
  })

  it('names a missing resource [err-07]', () => {
    expect(announcementOf(failure({ status: 404, message: '路径不存在' })).text).toBe('很抱歉，资源未找到!')
  })

  it('says 网络超时 on 504 and on a time-out [err-08]', () => {
    expect(announcementOf(failure({ status: 504 })).text).toBe('网络超时')
    expect(announcementOf(failure({ status: 0, timedOut: true })).text).toBe('网络超时')
  })

  it('announces 401, and signs out after 1.5 s when there was a token [err-09, err-10]', () => {
    const words = '很抱歉，登录已过期，请重新登录'
    expect(announcementOf(failure({ status: 401 }))).toMatchObject({ text: words, signOutAfterMs: 1500 })
    expect(announcementOf(failure({ status: 401, hadToken: false }))).toMatchObject({
      text: words,
      signOutAfterMs: null,
    })
  })

  it('shows the server message of any other failure for 4 s [err-11]', () => {
    expect(announcementOf(failure({ status: 429, message: '操作过于频繁' }))).toMatchObject({
      how: 'message',
      text: '操作过于频繁',
      seconds: 4,
    })
  })

  it('leaves a stale save and unfit rows to the page that saved', () => {
    expect(announcementOf(failure({ status: 409, message: '已被他人修改' })).how).toBe('none')
    expect(announcementOf(failure({ status: 422, message: '名称重复' })).how).toBe('none')
  })
})
