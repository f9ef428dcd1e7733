import type { SettingGroup } from '#schemas/api/setting.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Config } from '../../config.ts'

/** Settings that the environment decides: their values, and by field the name of what decides it. */
export type FixedSettings = Readonly<
  Partial<Record<SettingGroup, { values: Row; names: Readonly<Record<string, string>> }>>
>

/** Ports of SMTP where an address names none. */
const SMTP_PORT = 587
const SMTPS_PORT = 465

/** What the environment says of settings that the screen shows, too: it stands above what is stored. */
export function settingsOfEnvironment(
  config: Pick<
    Config,
    'smtpUrl' | 'mailFrom' | 'smsGatewayUrl' | 'sessionIdleMinutes' | 'registration' | 'page'
  >,
): FixedSettings {
  const { smtpUrl, mailFrom, smsGatewayUrl, sessionIdleMinutes, registration, page } = config
  const from = (name: string, values: Row) => ({
    values,
    names: Object.fromEntries(Object.keys(values).map((field) => [field, name])),
  })
  const sender = mailFrom === null ? null : from('MAIL_FROM', { from: mailFrom })
  const server = smtpUrl === null ? null : from('SMTP_URL', serverOf(new URL(smtpUrl)))
  return {
    ...(page.filingNumber === undefined
      ? {}
      : { shell: from('FILING_NUMBER', { footer: page.filingNumber }) }),
    ...(server || sender
      ? {
          mail: {
            values: { ...server?.values, ...sender?.values },
            names: { ...server?.names, ...sender?.names },
          },
        }
      : {}),
    ...(smsGatewayUrl === null ? {} : { sms: from('SMS_GATEWAY_URL', { gatewayUrl: smsGatewayUrl }) }),
    ...(sessionIdleMinutes === null
      ? {}
      : { session: from('SESSION_IDLE_MINUTES', { idleMinutes: sessionIdleMinutes }) }),
    ...(registration === null
      ? {}
      : { registration: from('REGISTRATION', { open: registration ? 'Y' : 'N' }) }),
  }
}

function serverOf(url: URL): Row {
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? SMTPS_PORT : SMTP_PORT) : Number(url.port),
    secure: secure ? 'Y' : 'N',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}
