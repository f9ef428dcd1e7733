import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { type DataClient, hasUnsavedForm, RendererProvider } from '#renderer/index.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { testServices } from '#tests/helpers/render-page.tsx'
import { clientWith } from '#tests/helpers/widget-bench.tsx'
import { envelope, fakeWire, refusal, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import { readConfig } from '../../config.ts'
import { ServicesContext } from '../../kit/services.ts'
import { rightsAtom, userInfoAtom } from '../../session/atoms.ts'
import { KeptPage } from '../../shell/KeptPage.tsx'
import { wireApp } from '../../wire-app.ts'
import PersonalPage from './PersonalPage.tsx'

const PROFILE = {
  id: '1',
  username: 'zs',
  realname: '张三',
  avatar: null,
  sex: null,
  birthday: null,
  email: null,
  phone: '13800138000',
  telephone: null,
  workNo: null,
  post: null,
  postText: '',
  orgCodeTxt: '市场部',
  mailKinds: 'mail',
  _files: {},
}
const SESSION = {
  device: 'Edge · Windows',
  address: '10.0.0.1',
  signedInAt: '2026-11-22 09:00:00',
  seenAt: '2026-11-22 09:30:00',
}
const REFUSED = (message: string, field: string) => ({ body: { ...refusal(message), result: { field } } })

type Answers = Record<string, WireAnswer | ((call: SentCall) => WireAnswer)>

function open(
  answers: Answers = {},
  rights: readonly string[] = [],
  { oidc = '', path = '/', client = createMemoryClient({ documents: [] }) as DataClient } = {},
) {
  const all: Answers = {
    '/sys/user/login/setting/getUserData': { body: envelope(PROFILE) },
    '/sys/user/passwordRules': { body: envelope({ minLength: 12, kinds: 1, maxAgeDays: 0, history: 0 }) },
    '/sys/user/getUserInfo': { body: envelope({ userInfo: PROFILE }) },
    ...answers,
  }
  const { adapter, calls } = fakeWire((call) => {
    const answer = all[call.path.replace('/jeecg-boot', '')]
    if (!answer) return { status: 404, body: refusal(`路径不存在 ${call.path}`) }
    return typeof answer === 'function' ? answer(call) : answer
  })
  const { atoms, services } = wireApp(
    { ...readConfig(), oidc },
    {
      reload() {},
      probe: async () => true,
      adapter,
    },
  )
  atoms.set(userInfoAtom, { id: '1', username: 'zs', realname: '张三' })
  const entries = rights.map((action) => ({ action, type: '1', status: '1' }))
  atoms.set(rightsAtom, {
    menu: [],
    auth: entries,
    allAuth: ['system:apiKey:make'].map((action) => ({ action, type: '1', status: '1' })),
    sysSafeMode: false,
  })
  const page = (shown: boolean) => (
    <Provider store={atoms}>
      <ServicesContext value={services}>
        <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
          <App>
            <RendererProvider services={testServices(client)}>
              <KeptPage shown={shown}>
                <MemoryRouter initialEntries={[path]}>
                  <PersonalPage />
                </MemoryRouter>
              </KeptPage>
            </RendererProvider>
          </App>
        </ConfigProvider>
      </ServicesContext>
    </Provider>
  )
  const { rerender } = render(page(true))
  const bodies = (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body)
  return { bodies, show: (shown: boolean) => rerender(page(shown)) }
}

/** Parts are loaded when they are drawn first, on a machine with much to do. */
const PATIENT = { timeout: 20_000 }
// By text and without a keyboard: looking for roles in a page with tabs takes seconds here.
const openTab = async (name: string) => {
  await screen.findByText('消息接收', {}, PATIENT)
  fireEvent.click(screen.getByText(name, { selector: '.ant-tabs-tab-btn' }))
}
const press = async (name: string) => {
  // Parts that were opened before stay in the page: the last button is that of the part that is shown.
  const found = (await screen.findAllByText(name, { selector: 'button *' })).at(-1)
  fireEvent.click(found?.closest('button') as HTMLButtonElement)
}
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, {}, PATIENT), { target: { value } })
/** Says yes to the question of a button. */
const agree = async (question: string) => {
  const asked = (await screen.findByText(question)).closest('.ant-popover')
  fireEvent.click(asked?.querySelector('.ant-btn-primary') as HTMLElement)
}

beforeEach(() => localStorage.clear())

describe('the personal page', () => {
  it('asks for the sex of a user of whom it is not known', async () => {
    open({ '/sys/user/login/setting/getUserData': { body: envelope({ ...PROFILE, sex: 0 }) } })
    const control = (await screen.findByLabelText('性别', {}, PATIENT)).closest('.ant-select')
    expect(control?.textContent).toBe('请选择性别')
  })

  it('saves a picture that was still under way when it was told to', async () => {
    let arrive = () => {}
    const client = clientWith(createMemoryClient({ documents: [] }), {
      upload: (_form, _field, file) =>
        new Promise((resolve) => {
          arrive = () =>
            resolve({ path: 't/a.png', name: 'a.png', size: file.size, type: file.type, url: '/u' })
        }),
    })
    const { bodies } = open({ '/sys/user/login/setting/userEdit': { body: envelope(null) } }, [], { client })
    const chooser = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('input[type="file"]')
      if (!found) throw new Error('not drawn')
      return found
    }, PATIENT)
    fireEvent.change(chooser, { target: { files: [new File(['png'], 'a.png', { type: 'image/png' })] } })
    await screen.findByRole('button', { name: '取消 a.png' })
    await press('保存')
    expect(bodies('userEdit')).toEqual([])
    arrive()
    await waitFor(() => expect(bodies('userEdit')).toMatchObject([{ avatar: 't/a.png', realname: '张三' }]))
  })

  it('says of each part that it could not be loaded, and loads it again', async () => {
    let isDown = true
    const broken = { status: 500, body: refusal('服务暂时不可用') }
    const when = (result: unknown) => () => (isDown ? broken : { body: envelope(result) })
    open(
      {
        '/sys/user/login/setting/getUserData': when(PROFILE),
        '/sys/user/ownSessions': when([{ ...SESSION, id: 'a', isOwn: true }]),
        '/sys/secondFactor': when({ enabled: false, required: false, codesLeft: 0 }),
        '/sys/apiKey/own': when([
          {
            id: 'k',
            keyName: '官网报名',
            keyHint: 'ek_1',
            endDate: '2027-01-01',
            lastUsed: null,
            status: '1',
          },
        ]),
      },
      ['system:apiKey:make'],
    )
    for (const [tab, loaded] of [
      ['个人资料', '用户账号'],
      ['登录设备', SESSION.device],
      ['二次验证', '启用二次验证'],
      ['接口密钥', '官网报名'],
    ] as const) {
      isDown = true
      await openTab(tab)
      await screen.findByText('服务暂时不可用', {}, PATIENT)
      isDown = false
      await press('重试')
      await waitFor(() => expect(screen.queryByText('服务暂时不可用')).toBeNull(), PATIENT)
      expect((await screen.findAllByText(loaded, {}, PATIENT)).length).toBeGreaterThan(0)
    }
  })

  it('saves the own profile, and marks the field that the server refuses', async () => {
    let isTaken = true
    const { bodies } = open({
      '/sys/user/login/setting/userEdit': () =>
        isTaken ? REFUSED('邮箱已被其他用户使用', 'email') : { body: envelope(null, 200, '个人资料已保存') },
    })
    await fill('邮箱', 'nowhere')
    await press('保存')
    expect(bodies('userEdit')).toEqual([])
    await fill('邮箱', 'nowhere@example.com')
    await press('保存')
    expect(await screen.findByText('邮箱已被其他用户使用')).toBeTruthy()
    isTaken = false
    await press('保存')
    expect(await screen.findByText('个人资料已保存', {}, PATIENT)).toBeTruthy()
    expect(bodies('userEdit').at(-1)).toMatchObject({ realname: '张三', email: 'nowhere@example.com' })
    expect(screen.getByText('市场部')).toBeTruthy()
  })

  it('keeps what is typed behind another part and behind another page, until it is saved', async () => {
    const { show } = open({
      '/sys/user/login/setting/userEdit': { body: envelope(null, 200, '个人资料已保存') },
    })
    await fill('邮箱', 'half@example.com')
    await openTab('消息接收')
    fireEvent.click(await screen.findByLabelText('接收系统发送到我账号的邮件'))
    await openTab('登录设备')
    show(false)
    show(true)
    await openTab('消息接收')
    expect(screen.getByLabelText<HTMLInputElement>('接收系统发送到我账号的邮件').checked).toBe(false)
    await openTab('个人资料')
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('half@example.com')
    expect(hasUnsavedForm()).toBe(true)
  })

  it('says the rules of passwords as they are now', async () => {
    open()
    await openTab('修改密码')
    expect(await screen.findByText('密码要求：至少12个字符；不能是常见密码或用户账号')).toBeTruthy()
  })

  it('ends one other session, or all of them, and never offers to end this one', async () => {
    let sessions = [
      { ...SESSION, id: 'a', isOwn: true },
      { ...SESSION, id: 'b', device: 'Safari · iOS', isOwn: false },
      { ...SESSION, id: 'c', isOwn: false },
    ]
    const { bodies } = open({
      '/sys/user/ownSessions': () => ({ body: envelope(sessions) }),
      '/sys/user/endOwnSessions': ({ body }) => {
        const { ids } = body as { ids?: string[] }
        sessions = sessions.filter(({ id, isOwn }) => isOwn || (ids !== undefined && !ids.includes(id)))
        return { body: envelope(null, 200, '已退出 1 个会话') }
      },
    })
    await openTab('登录设备')
    const row = async (id: string) =>
      (await screen.findByText('当前会话'))
        .closest('table')
        ?.querySelector(`[data-row-key="${id}"]`) as HTMLElement
    expect(within(await row('a')).queryByRole('button')).toBeNull()
    expect(within(await row('b')).getByText('Safari · iOS')).toBeTruthy()
    fireEvent.click(within(await row('b')).getByRole('button'))
    await agree('确定让该设备退出登录？')
    await waitFor(() => expect(screen.queryByText('Safari · iOS')).toBeNull())
    await press('退出其他设备')
    await agree('确定退出其他设备？')
    await waitFor(() => expect(bodies('endOwnSessions')).toEqual([{ ids: ['b'] }, {}]))
    await waitFor(async () => expect(await row('c')).toBeNull())
  })

  it('sets a second factor up: password, code, recovery codes', async () => {
    let state = { enabled: false, required: false, codesLeft: 0 }
    const { bodies } = open({
      '/sys/secondFactor': () => ({ body: envelope(state) }),
      '/sys/secondFactor/begin': ({ body }) =>
        (body as { password: string }).password === 'right'
          ? { body: envelope({ uri: 'otpauth://totp/x', key: 'ABCDEFGH' }) }
          : REFUSED('密码错误', 'password'),
      '/sys/secondFactor/confirm': ({ body }) => {
        if ((body as { code: string }).code !== '123456') return REFUSED('验证码错误', 'code')
        state = { enabled: true, required: true, codesLeft: 2 }
        return { body: envelope(['aaaa-bbbb-cccc', 'dddd-eeee-ffff']) }
      },
    })
    await openTab('二次验证')
    await press('启用二次验证')
    await fill('当前密码', 'wrong')
    await press('下一步')
    expect(await screen.findByText('密码错误')).toBeTruthy()
    await fill('当前密码', 'right')
    await press('下一步')
    expect(await screen.findByText('ABCDEFGH')).toBeTruthy()
    await fill('6位验证码', '000000')
    await press('启用')
    expect(await screen.findByText('验证码错误')).toBeTruthy()
    await fill('6位验证码', '123456')
    await press('启用')
    expect(await screen.findByText('dddd-eeee-ffff')).toBeTruthy()
    await press('我已保存')
    expect(await screen.findByText('剩余恢复码 2 个；您的角色要求使用二次验证')).toBeTruthy()
    expect(screen.getByText('关闭二次验证').closest('button')?.disabled).toBe(true)
    expect(bodies('/confirm')).toEqual([{ code: '000000' }, { code: '123456' }])
  })

  it('asks for a code before it renews recovery codes', async () => {
    open({
      '/sys/secondFactor': { body: envelope({ enabled: true, required: false, codesLeft: 1 }) },
      '/sys/secondFactor/codes': ({ body }) =>
        (body as { code: string }).code === '123456'
          ? { body: envelope(['gggg-hhhh-jjjj'], 200, '已生成新的恢复码') }
          : REFUSED('验证码错误或已使用', 'code'),
    })
    await openTab('二次验证')
    await press('重新生成恢复码')
    await fill('动态验证码或恢复码', '1')
    await press('确定')
    expect(await screen.findByText('验证码错误或已使用')).toBeTruthy()
    await fill('动态验证码或恢复码', '123456')
    await press('确定')
    expect(await screen.findByText('gggg-hhhh-jjjj')).toBeTruthy()
  })

  it('keeps keys to whoever may make them', async () => {
    open()
    await screen.findByText('消息接收', {}, PATIENT)
    expect(screen.queryByText('接口密钥')).toBeNull()
  })

  it('makes a key of chosen rights, shows it once, and revokes it', async () => {
    const key = {
      id: 'k1',
      keyName: '官网报名',
      keyHint: 'ak_1234',
      rights: 'a:list',
      endDate: '2027-01-01',
      status: '1',
      lastUsed: null,
      createTime: null,
    }
    let keys: (typeof key)[] = []
    const { bodies } = open(
      {
        '/sys/apiKey/own': () => ({ body: envelope(keys) }),
        '/sys/apiKey/rights': {
          body: envelope([
            {
              key: 'm',
              title: '展会管理',
              code: '',
              children: [{ key: 'l', title: '展会列表', code: 'a:list' }],
            },
            { key: 'n', title: '其他', code: 'b:list' },
          ]),
        },
        '/sys/apiKey/make': () => {
          if (keys.length > 0) return REFUSED('已有同名的密钥', 'name')
          keys = [key]
          return { body: envelope({ id: 'k1', key: 'ak_1234secret' }) }
        },
        '/sys/apiKey/revoke': () => {
          keys = [{ ...key, status: '2' }]
          return { body: envelope(null, 200, '密钥已撤销') }
        },
      },
      ['system:apiKey:make'],
    )
    const make = async () => {
      await press('新建密钥')
      await fill('名称', '官网报名')
      await press('生成密钥')
      expect(await screen.findByText('请选择权限')).toBeTruthy()
      const node = (await screen.findByTitle('展会管理')).closest('.ant-tree-treenode')
      fireEvent.click(node?.querySelector('.ant-tree-checkbox') as HTMLElement)
      await press('生成密钥')
    }
    await openTab('接口密钥')
    await make()
    expect(await screen.findByText('ak_1234secret')).toBeTruthy()
    expect(bodies('/make')).toMatchObject([{ name: '官网报名', rights: ['a:list'] }])
    await press('我已保存')
    expect(await screen.findByText('ak_1234…')).toBeTruthy()
    expect(screen.queryByText('ak_1234secret')).toBeNull()
    await make()
    expect(await screen.findByText('已有同名的密钥')).toBeTruthy()
    await press('取消')
    await press('撤销')
    await agree('撤销后立即失效，确定撤销？')
    expect(await screen.findByText('已撤销')).toBeTruthy()
    expect(bodies('/revoke')).toEqual([{ id: 'k1' }])
  })

  it('saves that no mails are wanted', async () => {
    let mailKinds = PROFILE.mailKinds
    const { bodies } = open({
      '/sys/user/login/setting/getUserData': () => ({ body: envelope({ ...PROFILE, mailKinds }) }),
      '/sys/user/mailKinds': ({ body }) => {
        mailKinds = (body as { kinds: string[] }).kinds.join(',')
        return { body: envelope(null, 200, '消息接收方式已保存') }
      },
    })
    await openTab('消息接收')
    expect(await screen.findByText('尚未填写邮箱，填写后才能收到邮件。')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('接收系统发送到我账号的邮件'))
    await press('保存')
    expect(await screen.findByText('消息接收方式已保存')).toBeTruthy()
    expect(bodies('mailKinds')).toEqual([{ kinds: [] }])
    fireEvent.click(screen.getByLabelText('通知公告发布时，邮件提醒我'))
    await press('保存')
    await waitFor(() => expect(bodies('mailKinds')[1]).toEqual({ kinds: ['announcement'] }))
  })

  it('links the person whom the provider sent back, once, and ends the link when that is agreed to', async () => {
    let isLinked = false
    const answers: Answers = {
      '/sys/oidc/own': () => ({ body: envelope({ isLinked, mayUnlink: isLinked }) }),
      '/sys/oidc/link': () => {
        isLinked = true
        return { body: envelope(null) }
      },
      '/sys/oidc/unlink': () => {
        isLinked = false
        return { body: envelope(null) }
      },
    }
    const back = '/system/usersetting?code=c&state=s&iss=x'
    const { bodies } = open(answers, [], { oidc: '1', path: back })
    await screen.findByText('已绑定统一认证账号', {}, PATIENT)
    expect(bodies('/sys/oidc/link')).toEqual([{ code: 'c', state: 's', iss: 'x' }])
    await press('解除绑定')
    await agree('解除绑定后，只能用密码登录。确定解除？')
    await screen.findByText(/尚未绑定统一认证账号/)
    expect(bodies('/sys/oidc/unlink')).toHaveLength(1)
    expect(bodies('/sys/oidc/link')).toHaveLength(1)
  })
})
