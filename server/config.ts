import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { OIDC_SOURCE, type OidcConfig, readOidc } from './config-oidc.ts'
import { readS3, type S3Config } from './config-s3.ts'
import { readTelemetry, type TelemetryConfig } from './config-telemetry.ts'
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
  /** A session ends after this many minutes without a call; null: what the settings screen says. */
  sessionIdleMinutes: number | null
  /** Whoever has a phone may make himself an account; null: what the settings screen says. */
  registration: boolean | null
  /** Base address of a CAS server, e.g. https://sso.example.com/cas; null: off. */
  casUrl: string | null
  /** The OpenID Connect provider that signs users in; null: off. */
  oidc: OidcConfig | null
  /** Origins under which browsers reach this server: what a CAS ticket and a return from a provider may be made for. */
  publicOrigins: readonly string[]
  /** Origins of other systems that pages may call through this server. */
  externalOrigins: readonly string[]
  /** Private networks that those systems may stand in. */
  externalNetworks: readonly string[]
  /** Secrets of the gateways that vouch for users of other systems, by the name of the source. */
  thirdLoginSecrets: Readonly<Record<string, string>>
  /** What stored passwords of other systems are encrypted under; null: a key of its own in the data folder. */
  secretKey: string | null
  /**
   * Proxies whose `X-Forwarded-For` is believed: how many stand before this server, or their addresses and networks;
   * null trusts no proxy.
   */
  trustProxy: number | readonly string[] | null
  /** Short messages, with their codes, go to the log where there is no gateway: for development only. */
  logsShortMessages: boolean
  /** Who sends it may read `/metrics` without a session; null: nobody may. */
  metricsToken: string | null
  /** Mail server, e.g. smtp://user:password@mail.example.com:587; null: what the settings screen says. */
  smtpUrl: string | null
  /** Sender of mails; null: what the settings screen says. */
  mailFrom: string | null
  /** Traces and metrics for a collector; null: none. */
  telemetry: TelemetryConfig | null
  /** Where files are kept; null: in the data folder. */
  s3: S3Config | null
  /** Address that takes short messages as `{ phone, text }`; null: what the settings screen says. */
  smsGatewayUrl: string | null
  /** The 3.x client of this wire is recognised by its header and answered in its dialect. */
  dialectV3: boolean
  /** That client has to send the text of a captcha picture with every sign-in. */
  captcha: boolean
  /** Lines of the event log are kept this many days. */
  logDays: number
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
/** Shortest secret of a gateway, and shortest key. */
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

  const flag = (name: string, initial: '0' | '1'): boolean => {
    const value = text(name) ?? initial
    return ['0', '1'].includes(value) ? value === '1' : refuse(name, ' 0 或 1')
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
  const logLevel = (text('LOG_LEVEL') ?? 'info') as LogLevel
  if (!LOG_LEVELS.includes(logLevel)) refuse('LOG_LEVEL', ` ${LOG_LEVELS.join('、')} 之一`)
  const idle = text('SESSION_IDLE_MINUTES')
  if (idle !== null && (!/^\d{1,5}$/.test(idle) || Number(idle) < 1 || Number(idle) > MAX_IDLE_MINUTES))
    refuse('SESSION_IDLE_MINUTES', ` 1 到 ${MAX_IDLE_MINUTES} 的整数（分钟）`)
  const password = (name: string): string | null => {
    const given = values[name] || null
    if (given !== null && [...given].length < MIN_PASSWORD) refuse(name, `至少 ${MIN_PASSWORD} 个字符的密码`)
    return given
  }
  const logDays = text('LOG_DAYS') ?? '180'
  if (!/^\d{1,4}$/.test(logDays) || Number(logDays) < 1) refuse('LOG_DAYS', ' 1 到 9999 的整数（天）')
  const metricsToken = text('METRICS_TOKEN')
  if (metricsToken !== null && !/^\S{16,500}$/.test(metricsToken))
    refuse('METRICS_TOKEN', '至少 16 个字符的令牌，不含空格')
  const smtpUrl = text('SMTP_URL')
  if (smtpUrl !== null && !(URL.canParse(smtpUrl) && /^smtps?:$/.test(new URL(smtpUrl).protocol)))
    refuse('SMTP_URL', ' smtp://用户:密码@主机:端口 或 smtps:// 开头的地址')
  const mailFrom = text('MAIL_FROM')
  if (smtpUrl !== null && !mailFrom?.includes('@'))
    refuse('MAIL_FROM', '发件人邮箱（设置 SMTP_URL 时必须同时设置）')
  const smsGatewayUrl = text('SMS_GATEWAY_URL')
  if (smsGatewayUrl !== null && !isWebAddress(smsGatewayUrl))
    refuse('SMS_GATEWAY_URL', ' http:// 或 https:// 开头的地址')
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
  const oidc = readOidc({ text, flag, refuse, hasPublicOrigin: publicOrigins.length > 0 })
  const thirdLoginSecrets = Object.fromEntries(
    (text('THIRD_LOGIN_SECRETS') ?? '')
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const [, source = '', secret = ''] = /^\s*([\w-]{1,50}):(\S+)\s*$/.exec(pair) ?? []
        if (source === '' || secret.length < MIN_SECRET || (oidc !== null && source === OIDC_SOURCE))
          refuse('THIRD_LOGIN_SECRETS', `来源:密钥（密钥至少 ${MIN_SECRET} 个字符），以逗号分隔`)
        return [source, secret]
      }),
  )
  const externalNetworks = (text('EXTERNAL_NETWORKS') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (!externalNetworks.every((one) => isIP(one.split('/', 1)[0] ?? '') !== 0 && isNetwork(one)))
    refuse('EXTERNAL_NETWORKS', '以逗号分隔的 IP 地址、网段，例如 10.1.0.0/16')
  const page = pageSettings(text, refuse)
  const schemasDirs = (text('SCHEMAS_DIR') ?? '')
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
    exampleData: flag('EXAMPLE_DATA', '1'),
    schemasDirs,
    gridLicenseKey: text('HANDSONTABLE_LICENSE_KEY') ?? 'non-commercial-and-evaluation',
    page,
    logLevel,
    sessionIdleMinutes: idle === null ? null : Number(idle),
    registration: text('REGISTRATION') === null ? null : flag('REGISTRATION', '0'),
    casUrl,
    oidc,
    publicOrigins,
    externalOrigins: origins('EXTERNAL_URLS', '以逗号分隔的外部系统地址，例如 https://api.example.com'),
    externalNetworks,
    thirdLoginSecrets,
    secretKey: secretKeyIn(text, refuse),
    trustProxy: trustedProxies(text, refuse),
    metricsToken,
    telemetry: readTelemetry(text, refuse),
    s3: readS3(text, refuse),
    smtpUrl,
    mailFrom,
    smsGatewayUrl,
    dialectV3: flag('DIALECT_V3', '1'),
    captcha: flag('CAPTCHA', '0'),
    logDays: Number(logDays),
    logsShortMessages: flag('LOG_SMS', '0'),
    development: values.NODE_ENV === 'development',
  }
}

/** Reverse proxies whose word on the caller is taken. */
function trustedProxies(
  text: (name: string) => string | null,
  refuse: (name: string, expected: string) => never,
): Config['trustProxy'] {
  const proxies = text('TRUST_PROXY')
  const trustProxy =
    proxies === null || proxies === '0'
      ? null
      : /^\d$/.test(proxies)
        ? Number(proxies)
        : proxies.split(',').map((one) => one.trim())
  if (Array.isArray(trustProxy) && !trustProxy.every(isNetwork))
    refuse('TRUST_PROXY', '反向代理的层数（1 到 9），或以逗号分隔的 IP 地址、网段')
  return trustProxy
}

function secretKeyIn(
  text: (name: string) => string | null,
  refuse: (name: string, expected: string) => never,
): string | null {
  const key = text('SECRET_KEY')
  return key === null || key.length >= MIN_SECRET
    ? key
    : refuse('SECRET_KEY', `至少 ${MIN_SECRET} 个字符的密钥`)
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
