import { text } from './text/zh-CN.ts'

/** What the server tells the browser in `index.html`: `<meta name="api-base">` and `<meta name="app-config">` (JSON). */
export interface AppConfig {
  /** Base path of every call. */
  apiBase: string
  /** Where a signed-in user goes from the sign-in page. */
  homePath: string
  /** One more path that needs no sign-in: the sign-in page inside a work-chat app. */
  openPath: string
  /** Browsers whose user agent matches (case-insensitive) are sent to `openPath` instead of the sign-in page; '' never. */
  openPathUserAgent: string
  /** Prefix of addresses of stored files that do not start with http; '' means `<apiBase>/sys/common/static`. */
  staticDomain: string
  /**
   * Mixed into X-Sign, for servers that look at it (ours does not: every reader of the page can read it, so it protects
   * nothing); must equal theirs.
   */
  signatureSalt: string
  /** Filing number in the footer of the sign-in page; '' shows none. */
  filingNumber: string
  gridLicenseKey: string
  /** Base address of the CAS server; '' offers no such sign-in. */
  casUrl: string
  /** '1': an OpenID Connect provider signs users in. */
  oidc: string
  /** Text of its button; '' for the built-in one. */
  oidcLabel: string
  /** '1': everyone with a phone may register. */
  registration: string
  /** Name of the system: in the window's title. */
  name: string
  /** Name of the product: above the menu and on the sign-in page. */
  product: string
  /** Address of the picture beside it; '' for the built-in one. */
  logo: string
  /** Colour of those who have chosen none. */
  color: string
  /** Radius of corners (px). */
  radius: string
  /**
   * Whose server answers: `ours`, `other` for another one of this wire (its pages come from getColumns, getFormItem and
   * getQueryInfo), `probe` to find out by the first page.
   */
  server: string
}

const DEFAULTS: AppConfig = {
  apiBase: '/jeecg-boot',
  homePath: '/expo/ExpoList',
  openPath: '/oauth2-app/login',
  openPathUserAgent: 'wxwork|dingtalk',
  staticDomain: '',
  signatureSalt: '',
  filingNumber: '备案号：测试环境',
  gridLicenseKey: 'non-commercial-and-evaluation',
  casUrl: '',
  oidc: '',
  oidcLabel: '',
  registration: '0',
  name: text.platform,
  product: text.product,
  logo: '',
  color: '#1890FF',
  radius: '4',
  server: 'probe',
}

/** Reads the configuration; what is absent or of the wrong type keeps its default. */
export function readConfig(page: Document = document): AppConfig {
  const config = { ...DEFAULTS }
  const given = parse(meta(page, 'app-config'))
  for (const name of Object.keys(DEFAULTS) as (keyof AppConfig)[]) {
    const value = given[name]
    if (typeof value === 'string') config[name] = value
  }
  const base = meta(page, 'api-base')
  if (base) config.apiBase = base
  config.apiBase = config.apiBase.replace(/\/+$/, '')
  return config
}

function meta(page: Document, name: string): string {
  return page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

function parse(text: string): Record<string, unknown> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    console.error('app-config is not JSON; the defaults are used', error)
    return {}
  }
}
