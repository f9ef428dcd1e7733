import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { envelope, fakeWire, refusal, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import { App } from '../../app.tsx'
import { readConfig } from '../../config.ts'
import { wireApp } from '../../wire-app.ts'

type Answers = Record<string, WireAnswer | ((call: SentCall) => WireAnswer)>

const PHONE = '13800138000'
const user = { id: '1', username: 'zs', realname: '张三' }
const depart = (orgCode: string, tenantId: number) => ({
  id: orgCode,
  orgCode,
  departName: `部门${orgCode}`,
  tenantId,
})
const admitted = (more: object = {}) => ({
  body: envelope({ token: 'tok', userInfo: user, multi_depart: 1, ...more }, '200'),
})
const locked = { status: 429, body: { ...refusal('请完成滑块验证', 429), result: { challenge: 'c-1' } } }

function start(path: string, answers: Answers, config: object = {}) {
  const all: Answers = {
    '/sys/permission/getUserPermissionByToken': {
      body: envelope({ menu: [], auth: [], allAuth: [], sysSafeMode: false }),
    },
    '/sys/sms': { body: envelope(null) },
    ...answers,
  }
  const { adapter, calls } = fakeWire((call) => {
    const answer = all[call.path.replace('/jeecg-boot', '')]
    if (!answer) return { status: 404, body: refusal('路径不存在') }
    return typeof answer === 'function' ? answer(call) : answer
  })
  window.history.replaceState(null, '', path)
  const wired = wireApp(
    { ...readConfig(), ...config },
    { reload: () => undefined, probe: async () => true, adapter },
  )
  render(<App {...wired} />)
  return {
    bodies: (end: string) => calls.filter((call) => call.path.endsWith(end)).map((call) => call.body),
    calls,
  }
}

const find = (label: string) => screen.findByPlaceholderText(label)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const isIn = () => waitFor(() => expect(localStorage.getItem('pro__Access-Token')).toContain('tok'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  window.scrollTo = () => {}
})
afterEach(cleanup)

describe('the sign-in page', () => {
  it('signs in by phone, with a countdown before the next code [screen-132]', async () => {
    const { bodies } = start('/user/login', { '/sys/phoneLogin': admitted() })
    // By text: looking for roles among two panels of tabs takes seconds here.
    fireEvent.click(await screen.findByText('手机号登录'))
    const pressed = async (label: string | RegExp) =>
      fireEvent.click((await screen.findByText(label)).closest('button') as HTMLButtonElement)
    const fill = async (label: string, value: string) =>
      fireEvent.change(await find(label), { target: { value } })
    await pressed('获取验证码')
    expect(await screen.findByText('请输入手机号')).toBeTruthy()
    await fill('请输入手机号', '12345678901')
    await pressed('获取验证码')
    expect(await screen.findByText('请输入正确手机号')).toBeTruthy()
    expect(bodies('/sys/sms')).toEqual([])
    await fill('请输入手机号', PHONE)
    await pressed('获取验证码')
    const again = (await screen.findByText(/秒后重新获取/)).closest('button')
    expect(again?.disabled).toBe(true)
    expect(bodies('/sys/sms')).toEqual([{ mobile: PHONE, smsmode: '0' }])
    await fill('请输入验证码', '123456')
    const [submit] = screen.getAllByText(/^登\s*录$/).slice(-1)
    fireEvent.click(submit?.closest('button') as HTMLButtonElement)
    await isIn()
    expect(bodies('/sys/phoneLogin')).toEqual([{ mobile: PHONE, captcha: '123456' }])
  })

  it('asks for the tenant, then for a department of that tenant only [screen-133]', async () => {
    const { bodies, calls } = start('/user/login', {
      '/sys/login': admitted({
        multi_depart: 2,
        tenantList: [
          { id: 1, name: '一号', status: 1 },
          { id: 7, name: '七号', status: 1 },
          { id: 9, name: '停用', status: 0 },
        ],
        departs: [depart('A', 1), depart('B', 7), depart('C', 7)],
      }),
      '/sys/selectTenant': { body: envelope({ departs: [] }) },
      '/sys/selectDepart': { body: envelope({ userInfo: user }) },
    })
    await userEvent.type(await find('请输入用户名'), 'zs')
    await userEvent.type(await find('请输入密码'), 'secret')
    await press('登录')
    expect(await screen.findByText('一号')).toBeTruthy()
    expect(screen.queryByText('停用')).toBeNull()
    expect(screen.queryByText('部门B')).toBeNull()
    await userEvent.click(screen.getByText('七号'))
    expect(await screen.findByText('部门B')).toBeTruthy()
    expect(screen.queryByText('部门A')).toBeNull()
    await userEvent.click(screen.getByText('部门C'))
    await userEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
    await isIn()
    expect(bodies('/sys/selectTenant')).toEqual([{ tenantId: 7 }])
    expect(bodies('/sys/selectDepart')).toEqual([{ orgCode: 'C', username: 'zs' }])
    expect(calls.find((call) => call.path.endsWith('/sys/selectDepart'))?.headers['tenant-id']).toBe('7')
  })

  it('asks for a code of the second factor, anew with the next challenge after a wrong one', async () => {
    const asked = (message: string, secondFactor: string) => ({
      body: { ...refusal(message), result: { secondFactor } },
    })
    const { bodies } = start('/user/login', {
      '/sys/login': asked('请输入动态验证码', 'c-1'),
      '/sys/secondFactor/login': ({ body }) =>
        (body as { code: string }).code === '123456' ? admitted() : asked('验证码错误或已使用', 'c-2'),
    })
    const fill = async (label: string, value: string) =>
      fireEvent.change(await find(label), { target: { value } })
    const pressed = async (label: string) =>
      fireEvent.click(
        (await screen.findByText(label, { selector: 'button *' })).closest('button') as HTMLElement,
      )
    await fill('请输入用户名', 'zs')
    await fill('请输入密码', 'secret')
    await pressed('登录')
    await fill('动态验证码或恢复码', '000000')
    // Being asked for a code is no failure.
    expect(screen.queryByText('登录失败')).toBeNull()
    await pressed('验证并登录')
    expect(await screen.findByText('验证码错误或已使用')).toBeTruthy()
    await fill('动态验证码或恢复码', ' 123456 ')
    await pressed('验证并登录')
    await isIn()
    expect(bodies('/sys/secondFactor/login')).toEqual([
      { challenge: 'c-1', code: '000000' },
      { challenge: 'c-2', code: '123456' },
    ])
  })

  it('says why the session ended, as long as nobody signs in', async () => {
    const signedIn = () => {
      const kept = { 'Access-Token': 'old', Login_Userinfo: user, SESSION_END: 'running' }
      for (const [name, value] of Object.entries(kept))
        localStorage.setItem(`pro__${name}`, JSON.stringify({ value, expire: Date.now() + 1e6 }))
    }
    const refused = (ended?: string) => ({
      '/sys/permission/getUserPermissionByToken': {
        status: 401,
        body: { ...refusal('Token失效，请重新登录!', 401), result: ended ? { ended } : null },
      },
    })
    signedIn()
    start('/expo/A', refused('frozen'))
    expect(await screen.findByText('您的账号已被冻结，请联系管理员')).toBeTruthy()
    cleanup()
    start('/user/login', { '/sys/login': admitted() })
    expect(await screen.findByText('您的账号已被冻结，请联系管理员')).toBeTruthy()
    await userEvent.type(await find('请输入用户名'), 'zs')
    await userEvent.type(await find('请输入密码'), 'secret')
    await press('登录')
    await isIn()
    cleanup()
    signedIn()
    start('/expo/A', refused())
    expect(await screen.findByText('登录已过期，请重新登录')).toBeTruthy()
  })

  it('offers the department of last time first [dept-07]', async () => {
    localStorage.setItem('pro__LOGIN_DEPART', JSON.stringify({ value: 'B', expire: Date.now() + 1e6 }))
    const { bodies } = start('/user/login', {
      '/sys/login': admitted({ multi_depart: 2, departs: [depart('A', 1), depart('B', 1)] }),
      '/sys/selectDepart': { body: envelope({ userInfo: user }) },
    })
    await userEvent.type(await find('请输入用户名'), 'zs')
    await userEvent.type(await find('请输入密码'), 'secret')
    await press('登录')
    await screen.findByText('部门A')
    await userEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
    await isIn()
    expect(bodies('/sys/selectDepart')).toEqual([{ orgCode: 'B', username: 'zs' }])
  })

  it('locks no field while it asks, so that the keyboard stays where it is, and asks once', async () => {
    let answer: (value: WireAnswer) => void = () => {}
    const { bodies } = start('/user/login', {
      '/sys/login': () => new Promise<WireAnswer>((resolve) => (answer = resolve)) as unknown as WireAnswer,
    })
    await userEvent.type(await find('请输入用户名'), 'zs')
    await userEvent.type(await find('请输入密码'), 'wrong{Enter}')
    await waitFor(() => expect(bodies('/sys/login')).toHaveLength(1))
    const password = (await find('请输入密码')) as HTMLInputElement
    expect(password.disabled).toBe(false)
    await userEvent.type(password, '{Enter}')
    answer({ body: refusal('用户名或密码错误') })
    expect(await screen.findByText('用户名或密码错误')).toBeTruthy()
    expect(document.activeElement).toBe(password)
    expect(bodies('/sys/login')).toHaveLength(1)
  })

  it('opens a closed account by the slider that the server asks for [screen-131]', async () => {
    const { bodies } = start('/user/login', {
      '/sys/login': ({ body }) => ((body as { slider?: unknown }).slider ? admitted() : locked),
    })
    await userEvent.type(await find('请输入用户名'), 'zs')
    await userEvent.type(await find('请输入密码'), 'secret')
    expect(screen.queryByRole('slider')).toBeNull()
    await press('登录')
    const handle = await screen.findByRole('slider')
    handle.focus()
    await userEvent.keyboard('{End}{Enter}')
    await isIn()
    expect(bodies('/sys/login')[1]).toMatchObject({
      username: 'zs',
      slider: {
        challenge: 'c-1',
        track: [
          [0, 0],
          [expect.any(Number), 1],
          [expect.any(Number), 1],
        ],
      },
    })
  })

  it('exchanges a ticket of CAS once, for the address that it was made for', async () => {
    const { calls } = start(
      '/user/login?redirect=%2Fexpo%2FA&ticket=ST-1',
      { '/sys/cas/client/validateLogin': { body: refusal('统一认证未通过') } },
      { casUrl: 'https://sso.example.com/cas' },
    )
    expect(await screen.findByText('统一认证未通过')).toBeTruthy()
    const service = `${window.location.origin}/user/login?redirect=%2Fexpo%2FA`
    const asked = calls.filter((call) => call.path.includes('/cas/'))
    expect(asked.map(({ params }) => params)).toEqual([expect.objectContaining({ ticket: 'ST-1', service })])
    expect(window.location.search).toBe('?redirect=%2Fexpo%2FA')
    expect(screen.getByRole('link', { name: '统一认证登录' }).getAttribute('href')).toBe(
      `https://sso.example.com/cas/login?service=${encodeURIComponent(service)}`,
    )
  })
})

describe('an OpenID Connect provider', () => {
  const oidc = { oidc: '1' }
  const failed = { '/sys/oidc/login': { body: refusal('统一认证未通过') } }

  it('has a button only where it is configured, and is gone to', async () => {
    start('/user/login', {}, {})
    await find('请输入用户名')
    expect(screen.queryByText('企业账号登录')).toBeNull()
    cleanup()
    const { bodies } = start(
      '/user/login?redirect=%2Fexpo%2FA',
      { '/sys/oidc/begin': { body: envelope({ url: '#at-the-provider' }) } },
      oidc,
    )
    await press('企业账号登录')
    await waitFor(() => expect(window.location.hash).toBe('#at-the-provider'))
    expect(bodies('/sys/oidc/begin')).toEqual([{}])
  })

  it('is said to be away on the page', async () => {
    start('/user/login', { '/sys/oidc/begin': { body: refusal('统一认证服务暂时无法访问') } }, oidc)
    await press('企业账号登录')
    expect(await screen.findByText('统一认证服务暂时无法访问')).toBeTruthy()
  })

  it('sends back with a code, which is exchanged once and leaves the address', async () => {
    sessionStorage.setItem(
      'pro__OIDC_QUERY',
      JSON.stringify({ value: '?redirect=%2Fexpo%2FA', expire: null }),
    )
    const { bodies } = start('/user/login?code=c-1&state=s-1&iss=https%3A%2F%2Fid&other=1', failed, oidc)
    expect(await screen.findByText('统一认证未通过')).toBeTruthy()
    expect(bodies('/sys/oidc/login')).toEqual([{ state: 's-1', code: 'c-1', iss: 'https://id' }])
    expect(window.location.search).toBe('?redirect=%2Fexpo%2FA')
    await userEvent.click(screen.getByText('返回登录'))
    expect(await find('请输入用户名')).toBeTruthy()
  })

  it('links an account by its password', async () => {
    const { bodies } = start(
      '/user/login?code=c-1&state=s-1',
      {
        '/sys/oidc/login': { body: { ...refusal('尚未绑定'), result: { bindToken: 'b-1' } } },
        '/sys/login': admitted(),
        '/sys/thirdLogin/bind': { body: envelope(null) },
      },
      oidc,
    )
    expect(await screen.findByText('尚未绑定')).toBeTruthy()
    await userEvent.type(await find('请输入用户名'), 'zs')
    await userEvent.type(await find('请输入密码'), 'secret')
    await press('绑定并登录')
    await isIn()
    expect(bodies('/sys/thirdLogin/bind')).toEqual([{ token: 'b-1', source: 'oidc' }])
  })

  it('is no business of an address with a state where none is configured', async () => {
    const { calls } = start('/user/login?code=c-1&state=s-1', failed)
    await find('请输入用户名')
    expect(calls.filter(({ path }) => path.includes('oidc'))).toEqual([])
  })
})

describe('beside the sign-in page', () => {
  it('another system’s user signs in by a token, after linking his account once [screen-137, screen-140]', async () => {
    const { bodies, calls } = start('/oauth2-app/login?token=t%2F1&source=wxwork', {
      '/sys/thirdLogin/getLoginUser/t%2F1/wxwork': {
        body: { ...refusal('尚未绑定'), result: { bindToken: 'b-1' } },
      },
      '/sys/login': admitted(),
      '/sys/thirdLogin/bind': { body: envelope(null) },
    })
    expect(await screen.findByText('尚未绑定')).toBeTruthy()
    await userEvent.type(await find('请输入用户名'), 'zs')
    await userEvent.type(await find('请输入密码'), 'secret')
    await press('绑定并登录')
    await isIn()
    expect(bodies('/sys/thirdLogin/bind')).toEqual([{ token: 'b-1', source: 'wxwork' }])
    const bind = calls.find((call) => call.path.endsWith('/bind'))
    expect(bind?.headers['X-Access-Token']).toBe('tok')
  })

  it('a registration leads to its result [screen-138, screen-139]', async () => {
    const { bodies } = start(
      '/user/register',
      { '/sys/user/register': { body: envelope(null) } },
      { registration: '1' },
    )
    await userEvent.type(await find('请输入用户名'), 'a-b')
    await userEvent.type(await find('请输入密码'), 'stumbling-heron')
    await userEvent.type(await find('请确认密码'), 'other')
    await userEvent.type(await find('请输入手机号'), PHONE)
    await userEvent.type(await find('请输入验证码'), '654321')
    await press('注册')
    expect(await screen.findByText('只允许字母、数字、下划线')).toBeTruthy()
    expect(await screen.findByText('两次输入的密码不一样！')).toBeTruthy()
    await userEvent.clear(await find('请输入用户名'))
    await userEvent.type(await find('请输入用户名'), 'new_user')
    await userEvent.clear(await find('请确认密码'))
    await userEvent.type(await find('请确认密码'), 'stumbling-heron')
    await press('注册')
    expect(await screen.findByText('你的账户：new_user 注册成功')).toBeTruthy()
    expect(bodies('/sys/user/register')).toEqual([
      { username: 'new_user', password: 'stumbling-heron', phone: PHONE, smscode: '654321' },
    ])
    expect(window.location.pathname).toBe('/user/register-result')
  })

  it('a forgotten password is replaced in three steps [screen-134, screen-135, screen-136]', async () => {
    const { bodies } = start('/user/alteration', {
      '/sys/user/phoneVerification': { body: envelope({ username: 'zs', smscode: 'ticket' }) },
      '/sys/user/passwordChange': { body: envelope(null) },
    })
    await userEvent.type(await find('请输入手机号'), PHONE)
    await userEvent.type(await find('请输入验证码'), '654321')
    await press('下一步')
    expect(await screen.findByText('账号：zs')).toBeTruthy()
    await userEvent.type(await find('请输入密码'), 'stumbling-heron')
    await userEvent.type(await find('请确认密码'), 'stumbling-heron')
    await userEvent.click(screen.getByRole('button', { name: /提\s*交/ }))
    expect(await screen.findByText('更改密码成功')).toBeTruthy()
    expect(bodies('/sys/user/passwordChange')).toEqual([
      { username: 'zs', smscode: 'ticket', phone: PHONE, password: 'stumbling-heron' },
    ])
  })
})
