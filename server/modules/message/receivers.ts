import type { Pool, PoolClient } from 'pg'

/** Kinds of messages (`esType`) that there is a channel for. */
export const CHANNELS = { sms: '1', mail: '2', system: '4' } as const
export type Channel = (typeof CHANNELS)[keyof typeof CHANNELS]

const MAIL = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/
const PHONE = /^\+?\d{6,20}$/

/** Addresses for a channel, or the receivers that have none. */
export interface FoundReceivers {
  addresses: string[]
  missing: string[]
  /** Users who want no mails of this kind. */
  declined: string[]
}

/** The single receivers of `esReceiver`. */
export function namedReceivers(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,，;；\s]+/)
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ]
}

/** Finds where a message goes: user accounts and ids of the tenant become their mail addresses, phones or ids. */
export async function findReceivers(
  db: Pick<Pool | PoolClient, 'query'>,
  {
    type,
    tenantId,
    receivers,
    mailKind = 'mail',
  }: { type: string; tenantId: number; receivers: string; mailKind?: string },
): Promise<FoundReceivers> {
  const named = namedReceivers(receivers)
  const { rows } = await db.query<{
    id: string
    username: string
    email: string | null
    phone: string | null
    wantsMail: boolean
  }>(
    `select u.id, u.username, u.email, u.phone,
       $3 = any(string_to_array(u.mail_kinds, ',')) as "wantsMail" from platform.sys_user u
     join platform.sys_user_tenant t on t.user_id = u.id
     where t.tenant_id = $1 and u.del_flag = 0 and (u.username = any($2::text[]) or u.id = any($2::text[]))`,
    [tenantId, named, mailKind],
  )
  const found: FoundReceivers = { addresses: [], missing: [], declined: [] }
  for (const name of named) {
    const user = rows.find(({ id, username }) => id === name || username === name)
    if (type === CHANNELS.mail && user && !user.wantsMail) {
      found.declined.push(name)
      continue
    }
    const address =
      type === CHANNELS.system
        ? user?.id
        : type === CHANNELS.mail
          ? MAIL.test(name)
            ? name
            : user?.email
          : PHONE.test(name) && !user
            ? name
            : user?.phone
    if (address) found.addresses.push(address)
    else found.missing.push(name)
  }
  return found
}

/** Why these receivers cannot be reached; null when all can. */
export function receiverFault(type: string, { addresses, missing, declined }: FoundReceivers): string | null {
  if (missing.length > 0) {
    const what = type === CHANNELS.mail ? '邮箱' : type === CHANNELS.sms ? '手机号' : '用户'
    return `找不到接收人的${what}：${missing.slice(0, 5).join('、')}`
  }
  return addresses.length + declined.length === 0 ? '没有接收人' : null
}
