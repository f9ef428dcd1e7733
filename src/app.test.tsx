import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectConsole } from '#tests/helpers/quiet-console.ts'
import { envelope, fakeWire, lastTo, refusal, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import { App } from './app.tsx'
import { readConfig } from './config.ts'
import { rightsAtom, tokenAtom } from './session/atoms.ts'
import { settingsAtom } from './shell/settings.ts'
import { wireApp } from './wire-app.ts'

// The page of a document is another part's work: here it is a box to type into.
vi.mock('./pages/schema/SchemaPage.tsx', () => ({
  SchemaPage({ code, onTitle }: { code: string; onTitle?: (title: string) => void }) {
    const [isBroken, setBroken] = useState(false)
    if (isBroken) throw new Error(`broken ${code}`)
    return (
      <div>
        <h3>{`page of ${code}`}</h3>
        <input aria-label={`input of ${code}`} />
        <button type="button" onClick={() => onTitle?.('自己的标题')}>
          title
        </button>
        <button type="button" onClick={() => setBroken(true)}>
          break
        </button>
      </div>
    )
  },
}))

const user = { id: '1', username: 'zs', realname: '张三', avatar: 'people/zs.png' }
const page = (path: string, title: string, form: string | null, more: object = {}) => ({
  path,
  name: path.slice(1).replaceAll('/', '-'),
  component: form ? 'x' : 'system/Nothing',
  route: '1',
  meta: { title, keepAlive: true, ...(form ? { form } : {}) },
  ...more,
})
const menu = [
  page('/expo/ExpoList', '展会列表', 'expo'),
  {
    ...page('/expo', '参展', null),
    component: 'layouts/RouteView',
    children: [page('/expo/A', '人员', 'a'), page('/expo/B', '意向', 'b')],
  },
  page('/expo/Missing', '没有', null),
  page('/expo/Hidden', '隐藏', 'h', { hidden: true }),
  page('/frame', '帮助', null, {
    component: 'layouts/IframePageView',
    meta: { title: '帮助', url: 'https://help.example/' },
  }),
  page('/low/:appId', '低代码', 'low', { name: 'low-app-x' }),
  page('/site', '官网', null, {
    component: 'layouts/IframePageView',
    meta: { title: '官网', url: 'https://site.example/', internalOrExternal: true },
  }),
  page('/bare', '无页分组', null, {
    route: '0',
    component: 'layouts/RouteView',
    children: [page('/bare/C', '分组内', 'c', { meta: { title: '分组内', form: 'c', keepAlive: false } })],
  }),
]

type Answers = Record<string, WireAnswer | ((call: SentCall) => WireAnswer | Promise<WireAnswer>)>
const login = { body: envelope({ token: 'tok', userInfo: user, multi_depart: 1 }, '200') }
const standard: Answers = {
  '/sys/login': login,
  '/sys/permission/getUserPermissionByToken': {
    body: envelope({ menu, auth: [], allAuth: [], sysSafeMode: true }),
  },
  '/sys/logout': { body: envelope(null) },
}

function start(path: string, answers: Answers = {}, isSignedIn = true) {
  const all: Answers = { ...standard, ...answers }
  const { adapter, calls } = fakeWire((call) => {
    const answer = all[call.path.replace('/jeecg-boot', '').replace(/^(?!\/)/, '/')]
    if (!answer) return { status: 404, body: refusal('路径不存在') }
    return typeof answer === 'function' ? answer(call) : answer
  })
  window.history.replaceState(null, '', path)
  if (isSignedIn) {
    const keep = (name: string, value: unknown) =>
      localStorage.setItem(`pro__${name}`, JSON.stringify({ value, expire: Date.now() + 1e6 }))
    keep('Access-Token', 'tok')
    keep('Login_Userinfo', user)
  }
  const reload = vi.fn()
  const wired = wireApp(readConfig(), { reload, probe: async () => true, adapter })
  render(<App {...wired} />)
  return { ...wired, calls, reload, paths: () => calls.map((call) => call.path.replace('/jeecg-boot', '')) }
}

const address = () => window.location.pathname + window.location.search
const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent)
/** As a link of another page would lead there, with what that page hands on. */
function go(path: string, handedOn?: object) {
  window.history.pushState(handedOn ? { usr: handedOn, key: 'link', idx: 1 } : null, '', path)
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
}
const shown = (text: string) => screen.findByText(text)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  window.scrollTo = () => {}
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Another width of the window. */
function stubWidth(px: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: px <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1] ?? 0),
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }))
}

describe('without a session', () => {
  it('a page leads to the sign-in page and, after it, back to the page [guard-12, guard-05, session-06, layout-01, layout-02, layout-03]', async () => {
    const { paths } = start('/expo/A?x=1', {}, false)
    expect(await screen.findByRole('button', { name: '登录' })).toBeTruthy()
    expect(address()).toBe('/user/login?redirect=%2Fexpo%2FA%3Fx%3D1')
    expect(screen.getByRole('link', { name: '展会参展人员信息管理' }).getAttribute('href')).toBe(
      '/expo/ExpoList',
    )
    expect(screen.getByRole('contentinfo').textContent).toContain('备案号')
    const typing = userEvent.setup()
    await typing.type(screen.getByPlaceholderText('请输入用户名'), 'zs')
    await typing.type(screen.getByPlaceholderText('请输入密码'), 'p')
    await typing.click(screen.getByRole('button', { name: '登录' }))
    await shown('page of a')
    expect(address()).toBe('/expo/A?x=1')
    expect(paths()).toEqual(['/sys/login', '/sys/permission/getUserPermissionByToken'])
  })

  it('a refusal is said in the form and lets the user try again [login-01]', async () => {
    start('/user/login', { '/sys/login': { body: refusal('用户名或密码错误') } }, false)
    const typing = userEvent.setup()
    await typing.type(await screen.findByPlaceholderText('请输入用户名', {}), 'zs')
    await typing.type(screen.getByPlaceholderText('请输入密码'), 'p')
    await typing.click(screen.getByRole('button', { name: '登录' }))
    await shown('用户名或密码错误')
    expect(screen.getAllByText('用户名或密码错误')).toHaveLength(1)
    expect(address()).toBe('/user/login')
  })

  it('a locked account is told so', async () => {
    start('/user/login', { '/sys/login': { status: 429, body: refusal('请10分钟后再试') } }, false)
    const typing = userEvent.setup()
    await typing.type(await screen.findByPlaceholderText('请输入用户名', {}), 'zs')
    await typing.type(screen.getByPlaceholderText('请输入密码'), 'p')
    await typing.click(screen.getByRole('button', { name: '登录' }))
    await shown('登录受限')
    expect(screen.getAllByText('请10分钟后再试')).toHaveLength(1)
  })

  it('standalone screens are reachable and short paths lead on [route-02, route-03, route-04, route-05, route-06, route-07, route-08, route-09, route-10, route-11, route-12, route-13, route-14]', async () => {
    for (const [path, ends, button = '返回首页'] of [
      ['/user', '/user/login', '登录'],
      ['/user/register-result', '/user/register-result', '前往登录'],
      ['/user/alteration', '/user/alteration', '下一步'],
      ['/entry', '/entry'],
      ['/requirement', '/requirement'],
      ['/questionnaire', '/questionnaire'],
      ['/processCompleted', '/processCompleted'],
      ['/gotoEntry', '/gotoEntry'],
      ['/signIn', '/signIn'],
      ['/oauth2-app/login', '/oauth2-app/login', '登录'],
    ] as const) {
      start(path, {}, false)
      await screen.findByRole('button', { name: button })
      expect(address().split('?')[0], path).toBe(ends)
      cleanup()
    }
    start('/user/register', {}, false)
    expect(await shown('本系统未开放注册，请联系管理员')).toBeTruthy()
    expect(address()).toBe('/user/register')
  })
})

describe('with a session', () => {
  it('the root leads home, and home is the first tab [route-01, route-19, tabs-03, tabs-10, guard-06, session-04]', async () => {
    start('/')
    await shown('page of expo')
    expect(address()).toBe('/expo/ExpoList')
    expect(tabs()).toEqual(['首页'])
    expect(document.title).toBe('展会参展人员信息管理系统')
  })

  it('an unknown path leads to /404, once the menu is known [route-17, route-18, screen-128]', async () => {
    let answer: (value: WireAnswer) => void = () => {}
    start('/nowhere', {
      '/sys/permission/getUserPermissionByToken': () =>
        new Promise<WireAnswer>((resolve) => {
          answer = resolve
        }),
    })
    await screen.findByRole('status', { name: '正在加载…' })
    expect(address()).toBe('/nowhere')
    await act(async () => answer(standard['/sys/permission/getUserPermissionByToken'] as WireAnswer))
    await shown('页面不存在，或者没有授权给您')
    expect(screen.getByRole('heading', { level: 1, name: '页面不存在，或者没有授权给您' })).toBeTruthy()
    expect(address()).toBe('/404')
    expect(document.title).toBe('404 - 展会参展人员信息管理系统')
  })

  it('/404 stands inside the frame, tells both reasons and whom to ask, and leads back [route-17, screen-128]', async () => {
    start('/expo/A')
    await shown('page of a')
    fireEvent.click(screen.getByRole('link', { name: '展会列表' }))
    await shown('page of expo')
    go('/expo/Gone?x=1')
    await shown('页面不存在，或者没有授权给您')
    expect(address()).toBe('/404')
    expect(screen.getByText(/请联系系统管理员开通.*（zs）/)).toBeTruthy()
    expect(screen.getByText('/expo/Gone?x=1')).toBeTruthy()
    expect(screen.getByRole('navigation', { name: '主导航' })).toBeTruthy()
    // No tab is its own; the others wait, within reach of the keyboard.
    expect(tabs()).toEqual(['首页', '人员'])
    expect(screen.queryByRole('tab', { selected: true })).toBeNull()
    expect(screen.getByRole('tab', { name: '首页' }).tabIndex).toBe(0)
    fireEvent.click(screen.getByRole('tab', { name: '人员' }))
    await waitFor(() => expect(address()).toBe('/expo/A'))
    expect(screen.queryByText('页面不存在，或者没有授权给您')).toBeNull()
  })

  it('home is called the same by tab and breadcrumb, and every page has one heading [layout-11, tabs-03]', async () => {
    start('/expo/ExpoList')
    await shown('page of expo')
    const crumbs = within(screen.getByRole('navigation', { name: '当前位置' }))
    expect(crumbs.getAllByRole('listitem').map((crumb) => crumb.textContent)).toEqual(['首页'])
    expect(tabs()).toEqual(['首页'])
    expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual(['展会列表'])
  })

  it('results have a page each, which says what led to it and leads home and back [screen-124, screen-125, screen-126]', async () => {
    for (const [path, words, sign] of [
      ['/result/error', '提交失败', 'error'],
      ['/result/success', '提交成功', 'success'],
      ['/result', '处理结果', 'info'],
    ] as const) {
      start(path)
      expect(
        (await screen.findByRole('heading', { level: 1, name: words })).closest(`.ant-result-${sign}`),
      ).toBeTruthy()
      // Opened by its address, it has no page before it.
      expect(screen.queryByRole('button', { name: '返回上一页' })).toBeNull()
      go(path, { title: '导入完成', description: '共 12 条' })
      expect(await screen.findByRole('heading', { level: 1, name: '导入完成' })).toBeTruthy()
      expect(screen.getByText('共 12 条')).toBeTruthy()
      await userEvent.click(screen.getByRole('button', { name: '返回上一页' }))
      expect(await screen.findByRole('heading', { level: 1, name: words })).toBeTruthy()
      await userEvent.click(screen.getByRole('button', { name: '返回首页' }))
      await waitFor(() => expect(address()).toBe('/expo/ExpoList'))
      cleanup()
    }
  })

  it('failures have a page each, with a way home [screen-127, screen-129, screen-130]', async () => {
    for (const [path, words] of [
      ['/403', '抱歉，您无权访问该页面'],
      ['/500', '抱歉，服务器出错了'],
      ['/exception', '抱歉，页面出现异常'],
    ] as const) {
      start(path)
      await shown(words)
      await userEvent.click(screen.getByRole('button', { name: '返回首页' }))
      await waitFor(() => expect(address()).toBe('/expo/ExpoList'))
      cleanup()
    }
  })

  it('/test leads to its home [route-15, route-16]', async () => {
    start('/test')
    await shown('该页面尚未开放')
    expect(address()).toBe('/test/home')
  })

  it('a menu that cannot be loaded signs the user out [guard-07, err-12]', async () => {
    const { paths } = start('/expo/A?x=1', {
      '/sys/permission/getUserPermissionByToken': { status: 500, body: { message: '系统繁忙' } },
    })
    await screen.findByRole('button', { name: '登录' })
    expect(address()).toBe('/user/login?redirect=%2Fexpo%2FA%3Fx%3D1')
    expect(paths()).toContain('/sys/logout')
    expect(localStorage.getItem('pro__Access-Token')).toBeNull()
    expect(screen.getAllByText('系统繁忙')).toHaveLength(1)
  })

  it('the frame has menu, header, content and footer; the logo leads to the dashboard [layout-04, layout-06, layout-07, layout-08, layout-18, route-20, usermenu-10]', async () => {
    start('/expo/A')
    await shown('page of a')
    const sidebar = screen.getByRole('complementary')
    expect(within(sidebar).getByRole('navigation', { name: '主导航' })).toBeTruthy()
    expect(sidebar.parentElement?.className).toContain('main-layout')
    expect(screen.getByRole('button', { name: '收起或展开菜单' })).toBeTruthy()
    expect(screen.getByText('欢迎进入展会参展人员信息管理系统')).toBeTruthy()
    const self = screen.getByRole('button', { name: '欢迎您，张三' })
    expect(within(self).getByText('欢迎您，张三')).toBeTruthy()
    expect(self.querySelector('.ant-avatar img')?.getAttribute('src')).toBe(
      '/jeecg-boot/sys/common/static/people/zs.png',
    )
    expect(screen.getByRole('contentinfo').textContent).toContain('Copyright')
    expect(screen.getByRole('link', { name: '展会参展人员信息管理' }).getAttribute('href')).toBe('/')
  })

  it('the breadcrumb links no group that has no page [layout-10, menu-06]', async () => {
    start('/bare/C')
    await shown('page of c')
    const crumbs = within(screen.getByRole('navigation', { name: '当前位置' }))
    expect(crumbs.getByText('无页分组')).toBeTruthy()
    expect(crumbs.getAllByRole('link').map((link) => link.textContent)).toEqual(['首页'])
  })

  it('the breadcrumb begins at home and does not link the page itself [layout-10, layout-11, layout-12]', async () => {
    start('/expo/A')
    await shown('page of a')
    const crumbs = within(screen.getByRole('navigation', { name: '当前位置' }))
    expect(crumbs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['首页', '/expo/ExpoList'],
      ['参展', '/expo'],
    ])
    expect(crumbs.getByText('人员').getAttribute('aria-current')).toBe('page')
  })

  it('a missing component is named and the rest works', async () => {
    start('/expo/Missing')
    await shown('system/Nothing')
    expect(screen.getByText('页面组件不存在')).toBeTruthy()
  })

  it('a broken page keeps the others working and can be tried again', async () => {
    expectConsole(/broken a/)
    start('/expo/A')
    await shown('page of a')
    fireEvent.click(screen.getByText('break'))
    expect(screen.getByText('broken a')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await shown('page of a')
    expect(screen.getByRole('navigation', { name: '主导航' })).toBeTruthy()
  })

  it('calls from the page of a low-code app carry its id [route-21, client-06]', async () => {
    const { calls, services } = start('/low/app7')
    await shown('page of low')
    await services.http.get('/x', {}, { quiet: true }).catch(() => undefined)
    expect(lastTo(calls, '/x')?.headers).toMatchObject({ 'X-Low-App-ID': 'app7', 'app-id': 'app7' })
    fireEvent.click(screen.getByRole('link', { name: '展会列表' }))
    await shown('page of expo')
    await services.http.get('/x', {}, { quiet: true }).catch(() => undefined)
    for (const name of ['X-Low-App-ID', 'app-id'])
      expect(lastTo(calls, '/x')?.headers).not.toHaveProperty(name)
  })

  it('a session that ended elsewhere ends here', async () => {
    start('/expo/A')
    await shown('page of a')
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pro__Access-Token' })))
    await screen.findByRole('button', { name: '登录' })
  })

  const changeElsewhere = (token: string | null, whose: object = user) => {
    const keep = (name: string, value: unknown) =>
      localStorage.setItem(`pro__${name}`, JSON.stringify({ value, expire: Date.now() + 1e6 }))
    localStorage.clear()
    if (token) {
      keep('Login_Userinfo', whose)
      keep('Access-Token', token)
    }
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pro__Access-Token' })))
  }

  it('signing out elsewhere takes nothing that is half filled here, and signing in elsewhere goes on with it', async () => {
    const { services, calls } = start('/expo/A', { '/sys/x': { body: envelope('read') } })
    await shown('page of a')
    await userEvent.setup().type(screen.getByLabelText('input of a'), 'half')
    changeElsewhere(null)
    await screen.findByRole('dialog', { name: '登录已过期' })
    changeElsewhere('again')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '登录已过期' })).toBeNull())
    expect((screen.getByLabelText('input of a') as HTMLInputElement).value).toBe('half')
    await services.http.get('/sys/x')
    expect(lastTo(calls, '/sys/x')?.headers['X-Access-Token']).toBe('again')
  })

  it('somebody else who signs in elsewhere takes this window over, which says so', async () => {
    const { calls } = start('/expo/A')
    await shown('page of a')
    changeElsewhere('other', { id: '2', username: 'ls', realname: '李四' })
    await shown('已在其他窗口以“李四”的身份登录，本窗口随之切换')
    await shown('page of a')
    expect(calls.at(-1)?.headers['X-Access-Token']).toBe('other')
  })
})

describe('tabs', () => {
  async function openBoth() {
    const app = start('/expo/A')
    await shown('page of a')
    fireEvent.change(screen.getByLabelText('input of a'), { target: { value: 'half' } })
    fireEvent.click(screen.getByRole('link', { name: '意向' }))
    await shown('page of b')
    return app
  }
  const contextMenu = async (tab: string, entry: string) => {
    fireEvent.contextMenu(screen.getByRole('tab', { name: tab }))
    fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
  }

  it('open by navigating, keep what was typed, and name the window [tabs-01, tabs-09, tabs-11, tabs-12]', async () => {
    await openBoth()
    expect(tabs()).toEqual(['首页', '人员', '意向'])
    expect(document.title).toBe('意向 - 展会参展人员信息管理系统')
    fireEvent.click(screen.getByRole('tab', { name: '人员' }))
    await waitFor(() => expect(address()).toBe('/expo/A'))
    expect((screen.getByLabelText('input of a') as HTMLInputElement).value).toBe('half')
  })

  it('close with the cross, and the neighbour comes forward [tabs-13, tabs-14]', async () => {
    await openBoth()
    const strip = document.querySelector('.tab-strip') as HTMLElement
    const crosses = [...strip.querySelectorAll('.tab-close')]
    expect(crosses).toHaveLength(2)
    fireEvent.click(crosses[1] as HTMLElement)
    await waitFor(() => expect(address()).toBe('/expo/A'))
    expect(tabs()).toEqual(['首页', '人员'])
  })

  it('refuse to close home, in words [tabs-04, err-14]', async () => {
    await openBoth()
    await contextMenu('首页', '关闭当前')
    await shown('首页不能关闭!')
    expect(tabs()).toContain('首页')
  })

  it('are refreshed and closed around from their context menu [tabs-05, tabs-06, tabs-07, tabs-08]', async () => {
    await openBoth()
    await contextMenu('人员', '刷新')
    await waitFor(() => expect(address()).toBe('/expo/A'))
    await waitFor(() => expect((screen.getByLabelText('input of a') as HTMLInputElement).value).toBe(''))
    await contextMenu('人员', '关闭右侧')
    await waitFor(() => expect(tabs()).toEqual(['首页', '人员']))
  })

  it('the menu closes what its words say: left, right, the others [tabs-06, tabs-07, tabs-08]', async () => {
    const openThree = async () => {
      await openBoth()
      go('/bare/C')
      await shown('page of c')
      expect(tabs()).toEqual(['首页', '人员', '意向', '分组内'])
    }
    for (const [entry, left] of [
      ['关闭左侧', ['首页', '意向', '分组内']],
      ['关闭右侧', ['首页', '人员', '意向']],
      ['关闭其他', ['首页', '意向']],
    ] as const) {
      await openThree()
      await contextMenu('意向', entry)
      await waitFor(() => expect(tabs()).toEqual(left))
      cleanup()
    }
  })

  it('are off on a phone, where the menu is a drawer [tabs-02, layout-05, layout-14, layout-15, menu-16]', async () => {
    stubWidth(390)
    start('/expo/A')
    await shown('page of a')
    expect(tabs()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '收起或展开菜单' }))
    await waitFor(() => expect(document.querySelector('.ant-drawer-open')).toBeTruthy())
    expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.width).toBe('200px')
    fireEvent.click(await screen.findByRole('link', { name: '展会列表' }))
    await shown('page of expo')
    await waitFor(() => expect(document.querySelector('.ant-drawer-open')).toBeNull())
  })

  it.each([
    [767, false, false],
    [768, true, false],
    [1087, true, false],
    [1088, true, true],
  ])(
    'at %i px there is a sidebar: %s, opened: %s [layout-14, layout-15]',
    async (px, hasSidebar, isOpened) => {
      stubWidth(px)
      const { atoms } = start('/expo/A')
      await shown('page of a')
      expect(screen.queryByRole('complementary') !== null).toBe(hasSidebar)
      expect(tabs().length > 0).toBe(hasSidebar)
      expect(atoms.get(settingsAtom).sidebarOpened).toBe(isOpened)
    },
  )

  it('without them only keep-alive pages stay [menu-07]', async () => {
    localStorage.setItem('pro__SETTINGS', JSON.stringify({ value: { multipage: false }, expire: null }))
    start('/expo/A')
    await shown('page of a')
    expect(tabs()).toEqual([])
    fireEvent.change(screen.getByLabelText('input of a'), { target: { value: 'half' } })
    fireEvent.click(screen.getByRole('link', { name: '意向' }))
    await shown('page of b')
    fireEvent.click(screen.getByRole('link', { name: '人员' }))
    await waitFor(() => expect(address()).toBe('/expo/A'))
    expect((screen.getByLabelText('input of a') as HTMLInputElement).value).toBe('half')
    // The entry of this page is not marked so.
    go('/bare/C')
    await shown('page of c')
    fireEvent.change(screen.getByLabelText('input of c'), { target: { value: 'half' } })
    fireEvent.click(screen.getByRole('link', { name: '人员' }))
    await waitFor(() => expect(address()).toBe('/expo/A'))
    expect(screen.queryByLabelText('input of c')).toBeNull()
    go('/bare/C')
    await shown('page of c')
    expect((screen.getByLabelText('input of c') as HTMLInputElement).value).toBe('')
  })
})

describe('the side menu', () => {
  it('is 208 px wide, 80 when collapsed, dark, and remembers that [menu-13, menu-14, menu-15, menu-17, layout-16, layout-17]', async () => {
    start('/expo/A')
    await shown('page of a')
    const side = () => document.querySelector('.ant-layout-sider') as HTMLElement
    expect(side().style.width).toBe('208px')
    expect(side().className).toContain('ant-layout-sider-dark')
    expect(side().querySelectorAll('.anticon').length).toBeGreaterThan(1)
    fireEvent.click(screen.getByRole('button', { name: '收起或展开菜单' }))
    await waitFor(() => expect(side().style.width).toBe('80px'))
    expect(JSON.parse(localStorage.getItem('pro__SETTINGS') ?? '').value.sidebarOpened).toBe(false)
    cleanup()
    start('/expo/A')
    await shown('page of a')
    expect(side().style.width).toBe('80px')
  })

  it('a fixed header hides after 100 px of scrolling down and is back when scrolling up [settings-15]', async () => {
    const { atoms } = start('/expo/A')
    await shown('page of a')
    act(() =>
      atoms.set(settingsAtom, { ...atoms.get(settingsAtom), fixedHeader: true, autoHideHeader: true }),
    )
    const scrollTo = (top: number) => {
      vi.stubGlobal('scrollY', top)
      act(() => void window.dispatchEvent(new Event('scroll')))
      return document.querySelector('.main-header')?.className.includes('is-hidden')
    }
    expect(scrollTo(100)).toBe(false)
    expect(scrollTo(101)).toBe(true)
    expect(scrollTo(90)).toBe(false)
  })

  it('is collapsed on a tablet before anything is drawn, and so is its outline', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('1087'),
      addEventListener() {},
      removeEventListener() {},
    }))
    const { atoms } = start('/expo/A')
    expect(atoms.get(settingsAtom).sidebarOpened).toBe(false)
    await waitFor(() => expect(document.querySelector('.skeleton-sider.is-collapsed')).toBeTruthy())
  })

  it('stands in the header in the top-menu layout [layout-09]', async () => {
    localStorage.setItem('pro__SETTINGS', JSON.stringify({ value: { layout: 'topmenu' }, expire: null }))
    start('/expo/A')
    await shown('page of a')
    expect(document.querySelector('.ant-layout-sider')).toBeNull()
    expect(document.querySelector('.main-header .ant-menu-horizontal')).toBeTruthy()
  })
})

describe('the user menu', () => {
  async function openEntry(name: string, answers: Answers = {}) {
    const app = start('/expo/A', answers)
    await shown('page of a')
    fireEvent.click(document.querySelector('.user-button') as HTMLElement)
    fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(name) }))
    return app
  }

  it('changes the password after its checks [usermenu-07, usermenu-11, usermenu-12, usermenu-13, usermenu-14, usermenu-15, usermenu-16, err-21, err-22]', async () => {
    let isRight = false
    const { atoms, calls } = await openEntry('密码修改', {
      '/sys/login': { body: envelope({ token: 'new', userInfo: user }, '200') },
      '/sys/user/updatePassword': () => ({
        body: isRight ? envelope(null, 200, '密码重置成功!') : refusal('旧密码输入错误!'),
      }),
    })
    const dialog = await screen.findByRole('dialog', { name: '修改密码' })
    expect(dialog.style.width === '800px' || dialog.outerHTML.includes('800px')).toBe(true)
    const typing = userEvent.setup()
    await typing.click(within(dialog).getByRole('button', { name: '确定' }))
    for (const words of ['请输入旧密码!', '请输入新密码!', '请确认新密码!'])
      await within(dialog).findByText(words)
    await typing.type(within(dialog).getByPlaceholderText('请输入旧密码!'), 'old')
    await typing.type(within(dialog).getByPlaceholderText('请输入新密码!'), 'new-1')
    await typing.type(within(dialog).getByPlaceholderText('请确认新密码!'), 'new-2')
    await within(dialog).findByText('两次输入的密码不一样！')
    await typing.click(within(dialog).getByRole('button', { name: '确定' }))
    expect(calls.some(({ path }) => path.includes('updatePassword'))).toBe(false)
    await typing.clear(within(dialog).getByPlaceholderText('请确认新密码!'))
    await typing.type(within(dialog).getByPlaceholderText('请确认新密码!'), 'new-1')
    await typing.click(within(dialog).getByRole('button', { name: '确定' }))
    await shown('旧密码输入错误!')
    expect(lastTo(calls, '/sys/user/updatePassword')?.body).toEqual({
      username: 'zs',
      oldpassword: 'old',
      password: 'new-1',
      confirmpassword: 'new-1',
    })
    isRight = true
    await typing.click(within(dialog).getByRole('button', { name: '确定' }))
    await shown('密码重置成功!')
    // The change ended every session, this one as well; the page goes on with another one.
    expect(calls.find(({ path }) => path.endsWith('/sys/login'))?.body).toMatchObject({
      username: 'zs',
      password: 'new-1',
    })
    expect(atoms.get(tokenAtom)).toBe('new')
  })

  describe('with a password that somebody else set', () => {
    const given = { ...user, mustChangePassword: true }
    const changed = {
      '/sys/login': ({ body }: SentCall) => ({
        body: envelope(
          (body as { password: string }).password === 'new-1'
            ? { token: 'new', userInfo: user }
            : { token: 'tok', userInfo: given },
          '200',
        ),
      }),
      '/sys/user/updatePassword': { body: envelope(null, 200, '密码重置成功!') },
    }
    const signIn = async (answers: Answers) => {
      const app = start('/expo/A', answers, false)
      await userEvent.type(await screen.findByPlaceholderText('请输入用户名'), 'zs')
      await userEvent.type(screen.getByPlaceholderText('请输入密码'), 'given{Enter}')
      return { ...app, dialog: await screen.findByRole('dialog', { name: '修改密码' }) }
    }

    it('nothing but its change is offered, and the page comes after it', async () => {
      const { dialog, atoms } = await signIn(changed)
      expect(within(dialog).getByText('当前密码由管理员设置或已过期，修改后才能继续使用系统。')).toBeTruthy()
      expect(dialog.querySelector('.ant-modal-close')).toBeNull()
      fireEvent.keyDown(dialog, { key: 'Escape' })
      expect(screen.queryByText('page of a')).toBeNull()
      expect(screen.getByRole('dialog', { name: '修改密码' })).toBe(dialog)
      const fill = (label: string, value: string) =>
        fireEvent.change(within(dialog).getByPlaceholderText(label), { target: { value } })
      fill('请输入旧密码!', 'given')
      fill('请输入新密码!', 'new-1')
      fill('请确认新密码!', 'new-1')
      fireEvent.click(within(dialog).getByRole('button', { name: '确定' }))
      await shown('page of a')
      expect(atoms.get(tokenAtom)).toBe('new')
      expect(screen.queryByText('当前密码由管理员设置或已过期，修改后才能继续使用系统。')).toBeNull()
    })

    it('signing out is the other way', async () => {
      const { dialog } = await signIn(changed)
      fireEvent.click(within(dialog).getByRole('button', { name: '退出登录' }))
      await screen.findByRole('button', { name: '登录' })
    })

    it('a refusal of the server asks for it on top of the page', async () => {
      const { services } = start('/expo/A', {
        '/sys/x': { status: 403, body: { ...refusal('请先修改密码', 403), refusal: 'PASSWORD_CHANGE' } },
      })
      await shown('page of a')
      await services.http.get('/sys/x', {}, { quiet: true }).catch(() => undefined)
      await screen.findByText('当前密码由管理员设置或已过期，修改后才能继续使用系统。')
      expect(screen.queryByText('拒绝访问')).toBeNull()
    })
  })

  it('clears the cache, and says how that went [usermenu-08, err-23, err-24]', async () => {
    let isUp = true
    await openEntry('清理缓存', {
      '/sys/dict/refleshCache': () => ({ body: isUp ? envelope(null) : refusal('x') }),
      '/sys/dict/queryAllDictItems': { body: envelope({}) },
    })
    await shown('刷新缓存完成！')
    isUp = false
    fireEvent.click(document.querySelector('.user-button') as HTMLElement)
    fireEvent.click(await screen.findByRole('menuitem', { name: /清理缓存/ }))
    await shown('刷新缓存失败！')
  })

  it('switches the department [dept-01, dept-02, dept-04, dept-05, dept-08, dept-09, call-16, perm-21]', async () => {
    const list = [
      { id: '1', orgCode: 'A01', departName: '总部' },
      { id: '2', orgCode: 'A02', departName: '华东' },
    ]
    const { calls } = await openEntry('切换部门', {
      '/sys/user/getCurrentUserDeparts': { body: envelope({ list, orgCode: 'A01' }) },
      '/sys/selectDepart': { body: envelope({ userInfo: { ...user, orgCode: 'A02' } }) },
    })
    const dialog = await screen.findByRole('dialog', { name: /部门切换.*总部/ })
    expect(dialog.outerHTML).toContain('450px')
    fireEvent.mouseDown(within(dialog).getByRole('combobox'))
    fireEvent.click(await screen.findByText('华东', { selector: '.ant-select-item-option-content' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(lastTo(calls, '/sys/selectDepart')?.body).toEqual({ orgCode: 'A02', username: 'zs' }),
    )
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('pro__Login_Userinfo') ?? '').value.orgCode).toBe('A02'),
    )
    // The test's browser plays no animation: a dialog that closes stays in the middle of it.
    await waitFor(() => expect(dialog.className).toContain('-leave'))
  })

  it('asks for a department that is not there yet [dept-06]', async () => {
    await openEntry('切换部门', {
      '/sys/user/getCurrentUserDeparts': {
        body: envelope({ list: [{ id: '1', orgCode: 'A01', departName: '总部' }], orgCode: null }),
      },
    })
    const dialog = await screen.findByRole('dialog', { name: '部门选择' })
    fireEvent.click(within(dialog).getByRole('button', { name: '确定' }))
    await within(dialog).findByText('请选择部门!')
  })

  it('warns without departments [err-19]', async () => {
    await openEntry('切换部门', {
      '/sys/user/getCurrentUserDeparts': { body: envelope({ list: [], orgCode: null }) },
    })
    await shown('您尚未设置部门信息!')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('warns when nobody is signed in [err-20]', async () => {
    const { atoms, services } = start('/expo/A')
    await shown('page of a')
    const { userInfoAtom } = await import('./session/atoms.ts')
    act(() => atoms.set(userInfoAtom, null))
    expect(services).toBeTruthy()
    fireEvent.click(document.querySelector('.user-button') as HTMLElement)
    fireEvent.click(await screen.findByRole('menuitem', { name: /密码修改/ }))
    await shown('当前系统无登录用户!')
  })

  it('signs out after asking, even when the server cannot [usermenu-09, session-09, err-13]', async () => {
    start('/expo/A', { '/sys/logout': { status: 500, body: { message: '退出登录失败！' } } })
    await shown('page of a')
    fireEvent.click(screen.getByRole('button', { name: /退出登录/ }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: '确定' }))
    await screen.findByRole('button', { name: '登录' })
    await shown('退出登录失败！')
  })

  it('opens the settings, which show at once [usermenu-06, settings-01]', async () => {
    await openEntry('系统设置')
    const drawer = await screen.findByRole('dialog', { name: '系统设置' })
    expect(drawer.closest('.ant-drawer')).toBeTruthy()
    fireEvent.click(within(drawer).getByRole('switch', { name: '深色模式' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    fireEvent.click(screen.getByRole('switch', { name: '多页签模式' }))
    await waitFor(() => expect(tabs()).toEqual([]))
    expect(screen.getAllByRole('radio', { name: /蓝|暮|火山|青|绿|紫/ })).toHaveLength(8)
  })

  it('finds menu entries, also from the keyboard [usermenu-01, usermenu-03, usermenu-04]', async () => {
    start('/expo/A')
    await shown('page of a')
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    const box = await screen.findByRole('combobox', { name: '全局搜索' })
    expect(screen.getAllByRole('option').map((option) => option.textContent)).not.toContain('隐藏')
    fireEvent.change(box, { target: { value: '意' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    await shown('page of b')
    expect(address()).toBe('/expo/B')
  })

  it('finds records and actions, and keeps what was chosen last for the user', async () => {
    const record = { form: 'b', formTitle: '意向', id: 'r1', title: '张三丰', note: '' }
    const open = async () => {
      cleanup()
      const started = start('/expo/ExpoList', {
        '/online/search': { body: envelope({ records: [record], unfinished: ['签到'] }) },
        '/online/search/starts': { body: envelope([{ form: 'a', formTitle: '人员', starts: ['add'] }]) },
      })
      await shown('page of expo')
      fireEvent.keyDown(window, { key: 'k', metaKey: true })
      const box = await screen.findByRole('combobox', { name: '全局搜索' })
      return { box, ...started }
    }
    const found = await open()
    fireEvent.change(found.box, { target: { value: '张三' } })
    expect(await screen.findByText('这些表单的记录没有找完：签到')).toBeTruthy()
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['张三丰意向'])
    expect(found.calls.filter(({ path }) => path.endsWith('/online/search'))).toHaveLength(1)
    fireEvent.keyDown(found.box, { key: 'Enter' })
    await shown('page of b')
    expect(address()).toBe('/expo/B?record=r1')

    fireEvent.change((await open()).box, { target: { value: 'xinzeng' } })
    fireEvent.click(await screen.findByRole('option', { name: '新增 人员' }))
    await waitFor(() => expect(address()).toBe('/expo/A?start=add'))

    await open()
    await screen.findByRole('option', { name: '切换到深色模式' })
    const recent = screen.getByRole('group', { name: '最近使用' })
    await waitFor(() =>
      expect(
        within(recent)
          .getAllByRole('option')
          .map((option) => option.textContent),
      ).toEqual(['新增 人员', '张三丰意向']),
    )
  })

  it('never shows what was found for another word', async () => {
    const answers = new Map<string, (answer: WireAnswer) => void>()
    start('/expo/A', {
      '/online/search': ({ params }) => new Promise((resolve) => answers.set(String(params.q), resolve)),
    })
    await shown('page of a')
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    const box = await screen.findByRole('combobox', { name: '全局搜索' })
    const answer = (word: string, title: string) =>
      act(async () =>
        answers.get(word)?.({
          body: envelope({
            records: [{ form: 'b', formTitle: '', id: title, title, note: '' }],
            unfinished: [],
          }),
        }),
      )
    fireEvent.change(box, { target: { value: 'one' } })
    await waitFor(() => expect(answers.has('one')).toBe(true))
    fireEvent.change(box, { target: { value: 'two' } })
    await answer('one', 'older')
    expect(screen.queryByText('older')).toBeNull()
    await waitFor(() => expect(answers.has('two')).toBe(true))
    await answer('two', 'newer')
    expect(await screen.findByText('newer')).toBeTruthy()
    expect(screen.queryByText('older')).toBeNull()
  })

  it('opens a new window for an entry of the search that does [menu-12, usermenu-04]', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    start('/expo/A')
    await shown('page of a')
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    fireEvent.click(await screen.findByRole('option', { name: '官网' }))
    expect(open).toHaveBeenCalledWith('https://site.example/', '_blank', 'noopener,noreferrer')
    expect(address()).toBe('/expo/A')
  })
})

describe('the search on a phone', () => {
  it('is a dialog, and opens a frame entry as an embedded page [usermenu-02, usermenu-05]', async () => {
    stubWidth(390)
    start('/expo/A')
    await shown('page of a')
    fireEvent.click(screen.getByRole('button', { name: '全局搜索' }))
    const dialog = await screen.findByRole('dialog', { name: '全局搜索' })
    fireEvent.click(within(dialog).getByRole('option', { name: '帮助' }))
    const frame = await screen.findByTitle('帮助', {})
    expect(frame.tagName).toBe('IFRAME')
    expect(frame.getAttribute('src')).toBe('https://help.example/')
    expect(address()).toBe('/frame')
  })
})

describe('a session that ends', () => {
  const ended = { '/sys/x': { status: 401, body: refusal('Token失效，请重新登录!', 401) } }

  it('signs out and reloads after 1.5 s when nothing would be lost [err-10]', async () => {
    const { services, reload } = start('/expo/A', ended)
    await shown('page of a')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await Promise.all([
      services.http.get('/sys/x').catch(() => undefined),
      services.http.get('/sys/x').catch(() => undefined),
    ])
    await act(() => vi.advanceTimersByTimeAsync(1400))
    expect(reload).not.toHaveBeenCalled()
    expect(document.body.textContent?.split('很抱歉，登录已过期，请重新登录')).toHaveLength(2)
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(reload).toHaveBeenCalledOnce()
    expect(localStorage.getItem('pro__Access-Token')).toBeNull()
  })

  it('by Token失效 in a work-chat app shows a loading message and no dialog [err-04]', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 wxwork/4.1')
    const { services } = start('/expo/A', {
      '/sys/x': { status: 500, body: { message: 'Token失效，请重新登录', status: 500 } },
    })
    await shown('page of a')
    void services.http.get('/sys/x').catch(() => undefined)
    const message = await screen.findByText('很抱歉，登录已过期，请重新登录')
    expect(
      message.closest('.ant-message-notice-wrapper, .ant-message-notice')?.querySelector('.anticon-loading'),
    ).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks on top of the page and keeps what was typed', async () => {
    const { services, reload } = start('/expo/A', {
      '/sys/x': ({ headers }) =>
        headers['X-Access-Token'] === 'new'
          ? { body: envelope('read') }
          : { status: 401, body: refusal('', 401) },
      '/sys/login': { body: envelope({ token: 'new', userInfo: user }, '200') },
    })
    await shown('page of a')
    const typing = userEvent.setup()
    await typing.type(screen.getByLabelText('input of a'), 'half')
    const reading = services.http.get('/sys/x')
    const dialog = await screen.findByRole('dialog', { name: '登录已过期' })
    expect(dialog.textContent).toContain('很抱歉，登录已过期，请重新登录')
    await typing.type(within(dialog).getByPlaceholderText('请输入密码'), 'p')
    await typing.click(within(dialog).getByRole('button', { name: '登录并继续' }))
    await waitFor(() => expect(localStorage.getItem('pro__Access-Token')).toContain('new'))
    expect(await reading).toEqual(envelope('read'))
    expect((screen.getByLabelText('input of a') as HTMLInputElement).value).toBe('half')
    expect(reload).not.toHaveBeenCalled()
  })

  it('by Token失效 opens the dialog, whose button signs out and reloads [err-02, err-03]', async () => {
    const { services, reload } = start('/expo/A', {
      '/sys/x': { status: 500, body: { message: 'Token失效，请重新登录', status: 500 } },
    })
    await shown('page of a')
    void services.http.get('/sys/x').catch(() => undefined)
    const dialog = await screen.findByRole('dialog', { name: '登录已过期' })
    fireEvent.click(within(dialog).getByRole('button', { name: '重新登录' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(localStorage.getItem('pro__Access-Token')).toBeNull()
  })
})

it('rights that changed take their pages away', async () => {
  const { atoms } = start('/expo/A')
  await shown('page of a')
  await act(async () => atoms.set(rightsAtom, { menu: [], auth: [], allAuth: [], sysSafeMode: false }))
  // The hidden tab says so as well.
  await screen.findByRole('heading', { name: '页面不存在，或者没有授权给您' })
})
