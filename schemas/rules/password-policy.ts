import { currentLanguage, OWN_LANGUAGE, t } from '#schemas/text/text.ts'

/** What is asked of a new password. Administrators set it; these are the names of the settings. */
export interface PasswordPolicy {
  minLength: number
  /** How many of the four kinds of characters (upper case, lower case, digits, others) it has to contain. */
  kinds: number
  /** Days after which a password has to be changed; 0: never. */
  maxAgeDays: number
  /** How many of the passwords before it may not be used again; 0: any. */
  history: number
  /** 'Y': a password that somebody else set has to be changed at the next sign-in. */
  changeAfterReset: string
}

export const MAX_PASSWORD_LENGTH = 128

/** In force where no administrator has set anything else. */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  minLength: 8,
  kinds: 1,
  maxAgeDays: 0,
  history: 0,
  changeAfterReset: 'Y',
}

const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{Lu}\p{Ll}\p{Nd}]/u]

/** Why a password does not have the shape that is asked for; null when it has. */
export function shapeProblem(password: string, policy: PasswordPolicy): string | null {
  const length = [...password].length
  if (length < policy.minLength) return t('密码至少{minLength}个字符', { minLength: policy.minLength })
  if (length > MAX_PASSWORD_LENGTH)
    return t('密码最多{maxPasswordLength}个字符', { maxPasswordLength: MAX_PASSWORD_LENGTH })
  if (KINDS.filter((kind) => kind.test(password)).length < policy.kinds)
    return t('密码须包含大写字母、小写字母、数字、符号中的至少{kinds}类', { kinds: policy.kinds })
  return null
}

/** What is asked of a new password, to be read before it is typed. */
export function policyText(policy: Omit<PasswordPolicy, 'changeAfterReset'>): string {
  return [
    t('至少{minLength}个字符', { minLength: policy.minLength }),
    ...(policy.kinds > 1
      ? [t('包含大写字母、小写字母、数字、符号中的至少{kinds}类', { kinds: policy.kinds })]
      : []),
    t('不能是常见密码或用户账号'),
    ...(policy.history > 0 ? [t('不能与最近{history}次使用的密码相同', { history: policy.history })] : []),
    ...(policy.maxAgeDays > 0 ? [t('{maxAgeDays}天后须再次修改', { maxAgeDays: policy.maxAgeDays })] : []),
  ].join(currentLanguage() === OWN_LANGUAGE ? '；' : '; ')
}
