import { setTimeout as sleep } from 'node:timers/promises'
import { createAccounts } from '../modules/auth/accounts.ts'
import { createAdmission } from '../modules/auth/admission.ts'
import { createCaptchas } from '../modules/auth/captcha.ts'
import { createLoginGuard } from '../modules/auth/login-guard.ts'
import { createMenuEntries } from '../modules/auth/menu-entries.ts'
import { V3_HOME } from '../modules/auth/menu-v3.ts'
import { createOidcSignIn } from '../modules/auth/oidc.ts'
import { createOidcAccounts } from '../modules/auth/oidc-accounts.ts'
import { createOidcLinks } from '../modules/auth/oidc-links.ts'
import { createOidcProvider } from '../modules/auth/oidc-provider.ts'
import { createOneTimeSecrets } from '../modules/auth/one-time-secrets.ts'
import { createOtherWays } from '../modules/auth/other-ways.ts'
import { createOwnPassword } from '../modules/auth/own-password.ts'
import { createQuota } from '../modules/auth/quota.ts'
import { createAuthService } from '../modules/auth/service.ts'
import { createSliders } from '../modules/auth/slider.ts'
import { createSmsCodes } from '../modules/auth/sms.ts'
import { createSecondFactors } from '../modules/second-factor/second-factors.ts'
import { createApiKeys } from '../permission/api-keys.ts'
import type { AppParts } from './app-parts.ts'
import type { Services } from './services.ts'

/** The ways to sign in and what guards them. */
export function createSignIn(services: Services, parts: Pick<AppParts, 'sleep'>) {
  const { config, connections, documents, now, box, settings, sessions, events, dictionaries } = services
  const { passwords, sms, log, data } = services
  const { read, write } = connections
  const guard = createLoginGuard({ db: write, now, sleep: parts.sleep ?? sleep })
  const secrets = createOneTimeSecrets(write, now)
  const secondFactors = createSecondFactors({ read, write, box, now })
  const admission = createAdmission({
    read,
    sessions,
    secrets,
    guard,
    secondFactors,
    log: events,
    dictionaries,
  })
  const captchas = createCaptchas(secrets)
  const ownPassword = createOwnPassword({ read, write, sessions, guard, log: events, passwords })
  const auth = createAuthService({
    ownPassword,
    read,
    entries: createMenuEntries(read, data.changes),
    write,
    sessions,
    guard,
    log: events,
    admission,
    sliders: createSliders(secrets, now),
    captchas,
    dictionaries,
    forms: () => documents.entries().map(({ form }) => form),
    homePath: V3_HOME,
    passwords,
  })
  const codes = createSmsCodes({
    read,
    secrets,
    quota: createQuota(write, now),
    sender: sms,
    warn: (phone, reason) => log.error({ phone: `…${phone.slice(-4)}`, err: reason }, 'message not sent'),
  })
  const registration = () => settings.get('registration')
  const accounts = createAccounts({
    registration,
    read,
    write,
    codes,
    secrets,
    sessions,
    log: events,
    passwords,
  })
  const links = config.oidc && createOidcLinks(config.oidc, { read, write })
  const oidc = config.oidc &&
    links && {
      provider: createOidcProvider(config.oidc),
      accounts: createOidcAccounts({ config: config.oidc, links, read, write, registration, log: events }),
      links,
    }
  const oidcSignIn = createOidcSignIn({
    config,
    oidc,
    secrets,
    guard,
    admission,
    log: events,
    warn: (message, reason) => log.warn({ err: reason }, message),
  })
  const ways = createOtherWays({
    config,
    read,
    write,
    codes,
    secrets,
    guard,
    admission,
    log: events,
    warn: (message, reason) => log.warn({ err: reason }, message),
  })
  return {
    secrets,
    guard,
    secondFactors,
    admission,
    captchas,
    ownPassword,
    auth,
    codes,
    accounts,
    oidcSignIn,
    ways,
    apiKeys: createApiKeys(connections, now),
  }
}

export type SignIn = ReturnType<typeof createSignIn>
