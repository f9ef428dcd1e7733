import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { OidcOwn } from '#schemas/api/sign-in.ts'
import { OIDC_SOURCE, type OidcConfig } from '../../config-oidc.ts'
import type { Tables } from '../../database/tables.ts'
import type { OidcClaims } from './oidc-provider.ts'

/** Links between people whom the provider vouches for and users, which these make and end themselves. */
export interface OidcLinks {
  /** The key of a person's link. */
  of(claims: OidcClaims): string
  /** What the keys of all links to the issuer are like. */
  ofIssuer: string
  /** Links this person to a user who is signed in; says why not. */
  link(claims: OidcClaims, userId: string): Promise<string | null>
  own(userId: string): Promise<OidcOwn>
  /** Ends the link of a user who has another way in. */
  unlink(userId: string): Promise<boolean>
}

/** The links over their table. */
export function createOidcLinks(
  { issuer: address }: Pick<OidcConfig, 'issuer'>,
  { read, write }: { read: Kysely<Tables>; write: Kysely<Tables> },
): OidcLinks {
  // Another issuer's people are others, also where both number them from one.
  const issuer = shortHash(address)
  const ofIssuer = `${issuer}:%`
  const of = ({ sub }: OidcClaims) => `${issuer}:${shortHash(sub)}`

  return {
    of,
    ofIssuer,

    async link(claims, userId) {
      const link = of(claims)
      return write.transaction().execute(async (trx) => {
        // Of two links at the same moment the second one waits and finds the first.
        await trx.selectFrom('sys_user').select('id').where('id', '=', userId).forUpdate().execute()
        const others = await trx
          .selectFrom('sys_third_account')
          .select(['user_id', 'third_user_id'])
          .where('source', '=', OIDC_SOURCE)
          .where('third_user_id', 'like', ofIssuer)
          .where((eb) => eb.or([eb('third_user_id', '=', link), eb('user_id', '=', userId)]))
          .execute()
        if (others.some(({ user_id }) => user_id !== userId)) return '该统一认证账号已绑定其他用户'
        if (others.some(({ third_user_id }) => third_user_id !== link))
          return '您已绑定其他统一认证账号，请先解除绑定'
        await keepLink(trx, userId, link)
        return null
      })
    },

    async own(userId) {
      const link = await read
        .selectFrom('sys_third_account')
        .select('third_user_id')
        .where('source', '=', OIDC_SOURCE)
        .where('third_user_id', 'like', ofIssuer)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      const isLinked = link !== undefined
      const user = await read
        .selectFrom('sys_user')
        .select('password')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return { isLinked, mayUnlink: isLinked && user.password !== null }
    },

    async unlink(userId) {
      const { numDeletedRows } = await write
        .deleteFrom('sys_third_account')
        .where('source', '=', OIDC_SOURCE)
        .where('third_user_id', 'like', ofIssuer)
        .where('user_id', '=', userId)
        .where((eb) =>
          eb.exists(
            eb.selectFrom('sys_user').select('id').where('id', '=', userId).where('password', 'is not', null),
          ),
        )
        .executeTakeFirst()
      return Number(numDeletedRows) > 0
    },
  }
}

/** Keeps a link that is not there yet. */
export async function keepLink(trx: Kysely<Tables>, userId: string, link: string): Promise<void> {
  await trx
    .insertInto('sys_third_account')
    .values({ source: OIDC_SOURCE, third_user_id: link, user_id: userId })
    .onConflict((conflict) => conflict.columns(['source', 'third_user_id']).doNothing())
    .execute()
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
