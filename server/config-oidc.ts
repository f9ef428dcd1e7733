/** How users sign in through an OpenID Connect provider. */
export interface OidcConfig {
  /** Issuer identifier: what `/.well-known/openid-configuration` is asked under. */
  issuer: string
  clientId: string
  /** Null: a public client, which proves itself by PKCE alone. */
  clientSecret: string | null
  /** Separated by blanks; with `openid`. */
  scopes: string
  /** Text of the button; null: the built-in one. */
  label: string | null
  /** Claim that holds the name of the account here; null: accounts are linked by their users. */
  userClaim: string | null
  /** An account is made for whom the claim names and nothing here knows. */
  createsUsers: boolean
}

/** Source of the links in `sys_third_account` that belong to the provider. */
export const OIDC_SOURCE = 'oidc'

interface Reading {
  text(name: string): string | null
  flag(name: string, initial: '0' | '1'): boolean
  refuse(name: string, expected: string): never
  hasPublicOrigin: boolean
}

/** Reads the provider's settings; null where no issuer is named. */
export function readOidc({ text, flag, refuse, hasPublicOrigin }: Reading): OidcConfig | null {
  const issuer = text('OIDC_ISSUER')
  const createsUsers = flag('OIDC_CREATE_USERS', '0')
  if (issuer === null) return null
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    refuse('OIDC_ISSUER', ' http:// 或 https:// 开头、不含参数的地址')
  const clientId = text('OIDC_CLIENT_ID') ?? refuse('OIDC_CLIENT_ID', '在身份提供方登记的客户端标识')
  if (!hasPublicOrigin) refuse('PUBLIC_URL', '本站地址（设置 OIDC_ISSUER 时必须同时设置）')
  const scopes = text('OIDC_SCOPES') ?? 'openid profile'
  if (!/^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(scopes) || !scopes.split(/ +/).includes('openid'))
    refuse('OIDC_SCOPES', '以空格分隔、包含 openid 的范围，例如 openid profile')
  const label = text('OIDC_LABEL')
  if (label !== null && label.length > 30) refuse('OIDC_LABEL', '不超过 30 个字符的文字')
  const userClaim = text('OIDC_USER_CLAIM')
  if (createsUsers && userClaim === null)
    refuse(
      'OIDC_USER_CLAIM',
      '保存账号名的声明，例如 preferred_username（设置 OIDC_CREATE_USERS 时必须同时设置）',
    )
  return {
    issuer,
    clientId,
    clientSecret: text('OIDC_CLIENT_SECRET'),
    scopes,
    label,
    userClaim,
    createsUsers,
  }
}
