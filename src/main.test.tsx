import { existsSync, readFileSync } from 'node:fs'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { LIST_ACTIONS } from '#schemas/page/form-words.ts'
import { envelope, fakeWire, refusal } from '#tests/helpers/wire.ts'

const roots: { unmount(): void }[] = vi.hoisted(() => [])
vi.mock('react-dom/client', async (original) => {
  const real = await original<typeof import('react-dom/client')>()
  const createRoot: typeof real.createRoot = (...given) => {
    const root = real.createRoot(...given)
    roots.push(root)
    return root
  }
  return { ...real, createRoot }
})

const documentOf = (name: string) => JSON.parse(readFileSync(`schemas/pages/${name}.form.json`, 'utf8'))
const menus = JSON.parse(readFileSync('schemas/pages/system/announcement.menu.json', 'utf8'))
const user = { id: '1', username: '8001', realname: '张三' }
const notice = {
  id: '1',
  anntId: '1',
  userId: '1',
  titile: '布展通知',
  msgContent: '<p>内容</p>',
  sender: 'admin',
  sender_dictText: '管理员',
  priority: 'L',
  readFlag: '0',
  msgCategory: '1',
  sendTime: '2026-03-01 08:30:00',
}
const page = (records: unknown[]) =>
  envelope({ records, total: records.length, size: 50, current: 1, pages: 1 })

interface MenuEntry {
  title: string
  path: string
  component: string
  form?: string
  children?: MenuEntry[]
}
const menuItem = ({ title, path, component, form, children }: MenuEntry): object => ({
  path,
  name: path.slice(1).replaceAll('/', '-'),
  component,
  route: '1',
  meta: { title, keepAlive: true, ...(form ? { form } : {}) },
  ...(children ? { children: children.map(menuItem) } : {}),
})
/** The page of a form, with all that it offers. */
const definition = (name: string) => {
  const document = documentOf(name)
  const actions: (string | { code: string })[] = document.list.actions ?? LIST_ACTIONS
  return envelope({
    kind: 'form',
    document,
    subDocuments: {},
    version: '1',
    source: 'file',
    problems: [],
    outdated: false,
    synced: true,
    access: { actions: actions.map((one) => (typeof one === 'string' ? one : one.code)), readonly: [] },
    dicts: Object.fromEntries(
      Object.values<{ dict?: unknown }>(document.schema.properties).flatMap(({ dict }) => {
        const file = `schemas/pages/system/${dict}.dict.json`
        return typeof dict === 'string' && existsSync(file)
          ? [[dict, JSON.parse(readFileSync(file, 'utf8')).items]]
          : []
      }),
    ),
  })
}
const auth = ['add', 'edit', 'delete', 'publish'].map((action) => ({
  action: `system:announcement:${action}`,
  type: '1',
}))
const menu = [
  {
    path: '/expo/ExpoList',
    name: 'ExpoList',
    component: 'x',
    route: '1',
    meta: { title: '展会', keepAlive: true, form: 'expo' },
  },
  menuItem(menus),
]

const { adapter } = fakeWire(({ path }) => {
  const answers: Record<string, unknown> = {
    '/sys/login': envelope({ token: 'tok', userInfo: user, multi_depart: 1 }, '200'),
    '/sys/permission/getUserPermissionByToken': envelope({ menu, auth, allAuth: [], sysSafeMode: false }),
    '/online/document/expo': definition('expo/expo'),
    '/online/document/sys_announcement': definition('system/sys_announcement'),
    '/online/cgform/api/getData/sys_announcement': page([notice]),
    '/online/document/my_message': definition('system/my_message'),
    '/online/cgform/api/getData/my_message': page([notice]),
    '/online/cgform/api/getData/expo': page([{ id: '101', name: '工业博览会', start_date: '2026-03-01' }]),
    '/sys/annountCement/listByUser': envelope({
      anntMsgList: [notice],
      anntMsgTotal: 1,
      sysMsgList: [],
      sysMsgTotal: 0,
    }),
    '/sys/user/getCurrentUserDeparts': envelope({
      list: [{ id: '1', orgCode: 'A01', departName: '总部' }],
      orgCode: 'A01',
    }),
  }
  const known = Object.keys(answers).find((end) => path.endsWith(end))
  return known ? { body: answers[known] } : { body: refusal('暂无数据') }
})

vi.mock('./wire-app.ts', async (original) => {
  const { wireApp } = await original<typeof import('./wire-app.ts')>()
  return {
    wireApp: (config: Parameters<typeof wireApp>[0], around: Parameters<typeof wireApp>[1]) =>
      wireApp({ ...config, registration: '1', casUrl: 'https://sso.example' }, { ...around, adapter }),
  }
})

/** Signs, names and abbreviations that Chinese writing uses as they are. */
const ALLOWED = new Set([
  // The switch to English names itself in English.
  'English',
  'Copyright',
  'HTML',
  'ID',
  'https',
  'http',
  's',
  'End',
  'Ctrl',
  'Shift',
  'K',
])
const NAMED_BY = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt']

/** English words that a user reads, hears or is prompted with. */
function englishWords(): string[] {
  const texts: string[] = []
  for (const element of document.body.querySelectorAll('*')) {
    // Pictures beside a text: what they show, the text says.
    if (element.closest('svg, style, script, .anticon')) continue
    // The library's arrows beside a number are for the mouse; the keyboard uses its own, and they cannot be named.
    if (element.closest('.ant-input-number-action')) continue
    for (const name of NAMED_BY) texts.push(element.getAttribute(name) ?? '')
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.nodeValue ?? '')
  }
  // An address that shows what is expected is written as it is.
  const words = texts.map((text) => text.replaceAll(/https?:\/\/[\w./-]+/g, ''))
  return words.filter((text) => (text.match(/[A-Za-z]+/g) ?? []).some((word) => !ALLOWED.has(word)))
}

async function go(path: string, words: string | RegExp) {
  // Not inside of act, which would wait for the parts that the page is loaded from.
  window.history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
  await see(words)
}
/** By text: looking for roles in whole pages takes seconds here. */
async function see(words: string | RegExp) {
  await waitFor(() => expect(screen.queryAllByText(words).length, String(words)).toBeGreaterThan(0))
  expect(englishWords(), String(words)).toEqual([])
}
const press = async (words: string | RegExp, at = 0) => {
  const found = (await screen.findAllByText(words)).at(at)
  const control = found?.closest<HTMLElement>('button, [role="menuitem"], [role="tab"]') ?? found
  control?.click()
}
const byLabel = (label: string) => document.querySelector(`[aria-label="${label}"]`) as HTMLElement

beforeAll(async () => {
  localStorage.clear()
  sessionStorage.clear()
  window.scrollTo = () => {}
  vi.stubGlobal(
    'WebSocket',
    class {
      static readonly OPEN = 1
      readyState = 0
      close() {}
    },
  )
  document.body.innerHTML = '<div id="root"></div>'
  window.history.replaceState(null, '', '/user/login')
  await act(async () => void (await import('./main.tsx')))
})
afterAll(() => {
  // What React still has to draw would be drawn when the window is gone.
  act(() => roots.forEach((root) => void root.unmount()))
  vi.unstubAllGlobals()
})

it('every screen before the sign-in speaks Chinese [layout-19]', async () => {
  await see('忘记密码')
  await press('手机号登录')
  await see('获取验证码')
  await go('/user/register', '使用已有账户登录')
  await go('/user/alteration', '手机验证')
  await go('/entry', /./)
  await go('/user/login', '忘记密码')
}, 60_000)

it('every main screen behind it speaks Chinese, calendars and pagers included [layout-19, route-22]', async () => {
  fireEvent.change(await screen.findByPlaceholderText('请输入用户名'), { target: { value: 'zs' } })
  fireEvent.change(screen.getByPlaceholderText('请输入密码'), { target: { value: 'secret' } })
  await press('登录')
  await see('工业博览会')
  expect(document.body.textContent).toContain('条/页')
  // The form, and in it a calendar.
  await press('新增')
  await see('新增展会')
  await see('开展日期')
  const day = await waitFor(() => {
    const found = document.querySelector('[data-field="start_date"] input')
    expect(found).toBeTruthy()
    return found as HTMLElement
  })
  await userEvent.click(day)
  await see('今天')
  const weekdays = [...document.querySelectorAll('.ant-picker-content th')].map((th) => th.textContent)
  expect(weekdays).toEqual(['一', '二', '三', '四', '五', '六', '日'])
  await press('取消')
  // What hangs on the header.
  for (const [entry, words] of [
    ['系统设置', '色弱模式'],
    ['密码修改', '确认新密码'],
    ['切换部门', /部门切换/],
  ] as const) {
    document.querySelector<HTMLElement>('.user-button')?.click()
    await press(entry, -1)
    await see(words)
  }
  byLabel('通知，1 条未读').click()
  await see('查看更多')
  await press('查看更多')
  await waitFor(() => expect(window.location.pathname).toBe('/isps/userAnnouncement'))
  await see('全部已读')
  await go('/isystem/annountCement', '通告对象')
  // The list of the first tab is hidden and has such a button, too.
  await press('新增', -1)
  await see('新增通告')
  await go('/1/2', '页面不存在，或者没有授权给您')
}, 120_000)
