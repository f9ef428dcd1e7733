import { originPageOf } from './origin-pages.ts'

/** Names under which a menu entry asks for a hand-written page. */
export const VIEW_NAMES = [
  'shell/Welcome',
  'online/Gallery',
  'modules/monitor/HttpTrace',
  'modules/monitor/JvmInfo',
  'modules/monitor/RedisInfo',
  'modules/monitor/SystemInfo',
  'modules/monitor/TomcatInfo',
  'system/Icons',
  'system/Configuration',
  'system/Settings',
  'system/UserSetting',
  'result/Success',
  'result/Error',
  'result/Result',
] as const
export type ViewName = (typeof VIEW_NAMES)[number]

/** The component of an entry whose form says what is drawn. */
export const FORM_PAGE = 'online/FormPage'
/** The component that shows an address of another site in the page. */
export const FRAME_PAGE = 'layouts/IframePageView'

/** Layouts hold other pages and are none themselves. */
export function isLayout(component: string): boolean {
  return (
    component === '' || /^layouts\/(RouteView|PageView|TabLayout|BasicLayout|BlankLayout)$/.test(component)
  )
}

/** Whether an entry with this component, and without a form, shows anything. */
export function isKnownComponent(component: string): boolean {
  return (
    isLayout(component) ||
    component === FRAME_PAGE ||
    originPageOf(component) !== null ||
    VIEW_NAMES.some((name) => name === component)
  )
}

/** Addresses of pages that exist without a menu entry. An entry with one of them stands before that page. */
export const BUILT_IN_PAGES = {
  settings: '/system/usersetting',
  result: '/result',
  success: '/result/success',
  error: '/result/error',
  announcements: '/isps/userAnnouncement',
} as const

/** Screens outside of the frame that have no page yet. */
export const STANDALONE_SCREENS = [
  '/entry',
  '/requirement',
  '/questionnaire',
  '/processCompleted',
  '/gotoEntry',
  '/signIn',
] as const

/** Addresses that the shell answers before it looks at the menu: an entry with one of them is never shown. */
export const SHELL_SCREENS: readonly string[] = [
  '/',
  '/user',
  '/user/login',
  '/user/register',
  '/user/register-result',
  '/user/alteration',
  ...STANDALONE_SCREENS,
  '/oauth2-app',
  '/oauth2-app/login',
  '/test',
  '/test/home',
  '/403',
  '/500',
  '/exception',
]

/** What an address is used for without the menu: an entry with it is never shown, or shown in place of a built-in page. */
export function shellUseOf(address: string): 'screen' | 'page' | null {
  const path = bareAddress(address)
  if (SHELL_SCREENS.includes(path)) return 'screen'
  return Object.values<string>(BUILT_IN_PAGES).includes(path) ? 'page' : null
}

/** An address without the slashes at its end: the same page. */
export function bareAddress(address: string): string {
  return address.replace(/(.)\/+$/, '$1')
}
