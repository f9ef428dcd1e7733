import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SettingValues } from '#schemas/api/setting.ts'
import { OIDC_SOURCE, type OidcConfig } from '../../config-oidc.ts'
import type { Tables } from '../../database/tables.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { ProvedUser, SignInEvent } from './admission.ts'
import { joinTenant } from './join-tenant.ts'
import { keepLink, type OidcLinks } from './oidc-links.ts'
import type { OidcClaims } from './oidc-provider.ts'

/** Names of accounts, as the users' screen takes them. */
const USERNAME = /^[A-Za-z0-9_.@-]{2,50}$/
const MAX_REALNAME = 100

/** Whose account it is; or the link that is still to be made by its owner; or why there is none. */
export type OidcAccount =
  | { user: ProvedUser }
  | { link: string }
  | { problem: string; username: string | null }

/** Finds, links by name and makes the accounts of people whom the provider vouches for. */
export interface OidcAccounts {
  userOf(claims: OidcClaims, event: SignInEvent): Promise<OidcAccount>
}

export interface OidcAccountsParts {
  config: Pick<OidcConfig, 'userClaim' | 'createsUsers'>
  links: Pick<OidcLinks, 'of' | 'ofIssuer'>
  read: Kysely<Tables>
  write: Kysely<Tables>
  /** Tenant and role of those who come by themselves. */
  registration(): Promise<SettingValues<'registration'>>
  log: EventLog
}

/** The accounts over their parts. */
export function createOidcAccounts(parts: OidcAccountsParts): OidcAccounts {
  const { config, links, read, write, registration, log } = parts

  /** The user of a name, from then on linked to this person: names change hands, a person's subject does not. */
  async function linkByName(username: string, link: string, event: SignInEvent): Promise<OidcAccount | null> {
    return write.transaction().execute(async (trx) => {
      const user = await trx
        .selectFrom('sys_user')
        .select(['id', 'username', 'status'])
        .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
        .where('del_flag', '=', 0)
        // Two people of one name at the same moment: the second one waits and finds the link.
        .forUpdate()
        .executeTakeFirst()
      if (!user) return null
      const other = await trx
        .selectFrom('sys_third_account')
        .select('third_user_id')
        .where('user_id', '=', user.id)
        .where('source', '=', OIDC_SOURCE)
        .where('third_user_id', 'like', links.ofIssuer)
        .where('third_user_id', '<>', link)
        .executeTakeFirst()
      if (other) return { problem: '该用户已绑定其他统一认证账号，请联系管理员', username }
      await keepLink(trx, user.id, link)
      log.write({
        ...event,
        username: user.username,
        userId: user.id,
        content: `绑定第三方账号：${OIDC_SOURCE}`,
        result: 'success',
      })
      return { user }
    })
  }

  async function create(
    username: string,
    claims: OidcClaims,
    link: string,
    event: SignInEvent,
  ): Promise<OidcAccount> {
    if (!USERNAME.test(username))
      return { problem: '统一认证的账号名不能用作本系统的用户账号，请联系管理员', username }
    const settings = await registration()
    const id = randomUUID()
    const name = typeof claims.name === 'string' ? claims.name.trim() : ''
    const isMade = await write.transaction().execute(async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('sys_user')
        // No password: this account is entered through the provider only.
        .values({
          id,
          username,
          realname: name.slice(0, MAX_REALNAME) || username,
          password: null,
          create_by: username,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (Number(numInsertedOrUpdatedRows ?? 0) === 0) return false
      await joinTenant(trx, id, settings)
      await keepLink(trx, id, link)
      return true
    })
    // The name is a deleted user's, or was taken in this moment.
    if (!isMade) return { problem: '用户账号已被占用，请稍后再试或联系管理员', username }
    log.write({ ...event, username, userId: id, content: '统一认证首次登录，创建账户', result: 'success' })
    return { user: { id, username, status: 1 } }
  }

  return {
    async userOf(claims, event) {
      const link = links.of(claims)
      const linked = await read
        .selectFrom('sys_third_account as t')
        .innerJoin('sys_user as u', 'u.id', 't.user_id')
        .select(['u.id', 'u.username', 'u.status', 'u.del_flag'])
        .where('t.source', '=', OIDC_SOURCE)
        .where('t.third_user_id', '=', link)
        .executeTakeFirst()
      if (linked?.del_flag === 0) return { user: linked }
      if (linked) return { problem: '该用户在本系统中不存在', username: linked.username }
      if (config.userClaim === null) return { link }
      const claim = claims[config.userClaim]
      const username = typeof claim === 'string' ? claim.trim() : ''
      if (username === '') return { problem: '统一认证没有提供账号名，请联系管理员', username: null }
      const found = await linkByName(username, link, event)
      if (found) return found
      return config.createsUsers
        ? create(username, claims, link, event)
        : { problem: '该用户在本系统中不存在', username }
    },
  }
}
