import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { StartError } from './start-error.ts'

/** Everything that can be set from outside; docs/how-to/run.md says the same in prose. */
export interface Config {
  /** Address to listen on. */
  host: string
  port: number
  /** True when PORT was given: then a taken port is an error and not a reason to try the next one. */
  portIsFixed: boolean
  /** Folder of the embedded database and of what else is kept. */
  dataDir: string
  /** A PostgreSQL of the user's own; null starts the embedded one. */
  databaseUrl: string | null
  /** Path before every call. */
  apiBase: string
  /** First passwords; null lets one be generated. */
  passwords: { admin: string | null; staff: string | null; designer: string | null }
  exampleData: boolean
  /** Further folders of documents, searched after `schemas/pages`. */
  schemasDirs: readonly string[]
  gridLicenseKey: string
  /** What else the browser is told; see `src/config.ts`. An absent one leaves the browser's default. */
  page: Readonly<Partial<Record<PageSetting, string>>>
  logLevel: LogLevel
  /** A session ends after this many minutes without a call. */
  sessionIdleMinutes: number
  /** Whoever has a phone may make himself an account (without any right). */
  registration: boolean
  /** Base address of a CAS server, e.g. https://sso.example.com/cas; null: off. */
  casUrl: string | null
  /** Origins under which browsers reach this server: what a CAS ticket may be made for. */
  publicOrigins: readonly string[]
  /** Origins of other systems that pages may call through this server. */
  externalOrigins: readonly string[]
  /** Secrets of the gateways that vouch for users of other systems, by the name of the source. */
  thirdLoginSecrets: Readonly<Record<string, string>>
  /**
   * Proxies whose `X-Forwarded-For` is believed: how many stand before this server, or their addresses and networks;
   * null believes nobody.
   */
  trustProxy: number | readonly string[] | null
  /** Documents are read again when their files change. */
  development: boolean
}

/** Settings that go to the browser as they are. */
export type PageSetting =
  | 'homePath'
  | 'openPath'
  | 'openPathUserAgent'
  | 'staticDomain'
  | 'filingNumber'
  | 'signatureSalt'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Shortest password that may be set from outside. */
const MIN_PASSWORD = 8
/** Shortest secret of a gateway. */
const MIN_SECRET = 32
/** Seven days: no session lasts longer anyway. */
const MAX_IDLE_MINUTES = 7 * 24 * 60

/** Reads the configuration from the environment and, below it, a `.env` file in the folder. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, folder: string = process.cwd()): Config {
  const file = join(folder, '.env')
  const values: NodeJS.ProcessEnv = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}) }
  for (const [name, value] of Object.entries(env)) if (value !== undefined) values[name] = value
  // An empty setting means the default, so that `PORT= npm start` works.
  const text = (name: string): string | null => values[name]?.trim() || null
  const refuse = (name: string, expected: string): never => {
    throw new StartError(`配置项 ${name} 的值无效：应为${expected}。`)
  }

  const port = text('PORT')
  if (port !== null && (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535))
    refuse('PORT', ' 1 到 65535 的整数')
  const host = text('HOST') ?? '127.0.0.1'
  if (!/^[\w.:-]+$/.test(host)) refuse('HOST', ' IP 地址或主机名')
  const apiBase = (text('API_BASE') ?? '/jeecg-boot').replace(/\/+$/, '')
  if (!/^(\/[\w.-]+)+$/.test(apiBase)) refuse('API_BASE', '以 / 开头的路径，例如 /jeecg-boot')
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl !== null && !/^postgres(ql)?:\/\/./.test(databaseUrl))
    refuse('DATABASE_URL', ' postgresql://用户:密码@主机:端口/数据库')
  const exampleData = text('EXAMPLE_DATA') ?? '1'
  if (!['0', '1'].includes(exampleData)) refuse('EXAMPLE_DATA', ' 0 或 1')
  const logLevel = (text('LOG_LEVEL') ?? 'info') as LogLevel
  if (!LOG_LEVELS.includes(logLevel)) refuse('LOG_LEVEL', ` ${LOG_LEVELS.join('、')} 之一`)
  const idle = text('SESSION_IDLE_MINUTES') ?? '120'
  if (!/^\d{1,5}$/.test(idle) || Number(idle) < 1 || Number(idle) > MAX_IDLE_MINUTES)
    refuse('SESSION_IDLE_MINUTES', ` 1 到 ${MAX_IDLE_MINUTES} 的整数（分钟）`)
  const password = (name: string): string | null => {
    const given = values[name] || null
    if (given !== null && [...given].length < MIN_PASSWORD) refuse(name, `至少 ${MIN_PASSWORD} 个字符的密码`)
    return given
  }
  const registration = text('REGISTRATION') ?? '0'
  if (!['0', '1'].includes(registration)) refuse('REGISTRATION', ' 0 或 1')
  const casUrl = text('CAS_URL')?.replace(/\/+$/, '') ?? null
  if (casUrl !== null && !isWebAddress(casUrl)) refuse('CAS_URL', ' http:// 或 https:// 开头的地址')
  const origins = (name: string, expected: string): string[] =>
    (text(name) ?? '').split(',').flatMap((one) => {
      const address = one.trim()
      if (address === '') return []
      return isWebAddress(address) ? [new URL(address).origin] : refuse(name, expected)
    })
  const publicOrigins = origins('PUBLIC_URL', '以逗号分隔的本站地址')
  if (casUrl !== null && publicOrigins.length === 0)
    refuse('PUBLIC_URL', '本站地址（设置 CAS_URL 时必须同时设置）')
  const thirdLoginSecrets = Object.fromEntries(
    (text('THIRD_LOGIN_SECRETS') ?? '')
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const [, source = '', secret = ''] = /^\s*([\w-]{1,50}):(\S+)\s*$/.exec(pair) ?? []
        if (source === '' || secret.length < MIN_SECRET)
          refuse('THIRD_LOGIN_SECRETS', `来源:密钥（密钥至少 ${MIN_SECRET} 个字符），以逗号分隔`)
        return [source, secret]
      }),
  )
  const proxies = text('TRUST_PROXY')
  const trustProxy =
    proxies === null || proxies === '0'
      ? null
      : /^\d$/.test(proxies)
        ? Number(proxies)
        : proxies.split(',').map((one) => one.trim())
  if (Array.isArray(trustProxy) && !trustProxy.every(isNetwork))
    refuse('TRUST_PROXY', '反向代理的层数（1 到 9），或以逗号分隔的 IP 地址、网段')
  const page = pageSettings(text, refuse)
  const schemasDirs = (text('SCHEMAS_DIRS') ?? text('SCHEMAS_DIR') ?? '')
    .split(process.platform === 'win32' ? ';' : /[:,]/)
    .filter(Boolean)
    .map((dir) => resolve(folder, dir))
  for (const dir of schemasDirs)
    if (!existsSync(dir)) refuse('SCHEMAS_DIR', `已存在的文件夹（找不到 ${dir}）`)

  return {
    host,
    port: port === null ? 3000 : Number(port),
    portIsFixed: port !== null,
    dataDir: resolve(folder, text('DATA_DIR') ?? 'data'),
    databaseUrl,
    apiBase,
    passwords: {
      admin: password('ADMIN_PASSWORD'),
      staff: password('STAFF_PASSWORD'),
      designer: password('DESIGNER_PASSWORD'),
    },
    exampleData: exampleData === '1',
    schemasDirs,
    gridLicenseKey: text('HANDSONTABLE_LICENSE_KEY') ?? 'non-commercial-and-evaluation',
    page,
    logLevel,
    sessionIdleMinutes: Number(idle),
    registration: registration === '1',
    casUrl,
    publicOrigins,
    externalOrigins: origins('EXTERNAL_URLS', '以逗号分隔的外部系统地址，例如 https://api.example.com'),
    thirdLoginSecrets,
    trustProxy,
    development: values.NODE_ENV === 'development',
  }
}

function pageSettings(
  text: (name: string) => string | null,
  refuse: (name: string, expected: string) => never,
): Config['page'] {
  const given: Partial<Record<PageSetting, string>> = {}
  const take = (setting: PageSetting, name: string, isGood: (value: string) => boolean, expected: string) => {
    const value = text(name)
    if (value === null) return
    if (!isGood(value)) refuse(name, expected)
    given[setting] = value
  }
  const isPath = (value: string) => /^\/[^\s/\\][^\s\\]*$/.test(value)
  take('homePath', 'HOME_PATH', isPath, '以 / 开头的页面路径，例如 /expo/ExpoList')
  take(
    'openPath',
    'OPEN_PATH',
    (value) => value === '0' || isPath(value),
    '以 / 开头的页面路径，0 表示不启用',
  )
  if (given.openPath === '0') given.openPath = ''
  take('openPathUserAgent', 'OPEN_PATH_USER_AGENT', isPattern, '正则表达式，例如 wxwork|dingtalk')
  take('staticDomain', 'STATIC_DOMAIN', isWebAddress, ' http:// 或 https:// 开头的地址')
  take('filingNumber', 'FILING_NUMBER', (value) => value.length <= 100, '不超过 100 个字符的文字')
  take('signatureSalt', 'SIGNATURE_SALT', () => true, '')
  return given
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'i') instanceof RegExp
  } catch {
    return false
  }
}

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** An address, a network such as 10.0.0.0/8, or one of the names for the usual ones. */
function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.has(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
