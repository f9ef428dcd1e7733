import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'
import { pathsOf } from './depart-path.ts'

/** Identity of a user: 1 member, 2 in charge of departments. */
export type UserIdentity = '1' | '2'

/** A department that somebody belongs to or is in charge of, as the document `my_depart` lists it. */
export type MyDepart = {
  id: string
  departName: string
  pathName: string
  orgCode: string
  orgCategory: string | null
  /** Y: in charge of it, or of one above it. */
  inCharge: 'Y' | 'N'
}

/** What departments mean to the session's user. */
export interface MyDeparts {
  /** The own departments, those the user is in charge of, and all below them. */
  list(session: Session): Promise<MyDepart[]>
  /** Codes of the departments that the user is in charge of; those below begin with them. */
  charge(session: Session): Promise<{ identity: UserIdentity; codes: string[] }>
}

/** The departments over the reading connection. */
export function createMyDeparts(read: Kysely<Tables>): MyDeparts {
  const departsOf = ({ tenantId }: Session) =>
    read.selectFrom('sys_depart').where('tenant_id', '=', tenantId).where('del_flag', '=', 0)

  async function charge(session: Session): ReturnType<MyDeparts['charge']> {
    const user = await read
      .selectFrom('sys_user')
      .select(['user_identity', 'depart_ids'])
      .where('id', '=', session.userId)
      .executeTakeFirst()
    if (user?.user_identity !== 2) return { identity: '1', codes: [] }
    const named = (user.depart_ids ?? '').split(',')
    const rows = await departsOf(session).select('org_code').where('id', 'in', named).execute()
    return { identity: '2', codes: rows.map((row) => row.org_code) }
  }

  return {
    charge,

    async list(session) {
      const { codes } = await charge(session)
      const all = await departsOf(session)
        .select(['id', 'parent_id as parentId', 'depart_name as departName', 'org_code as orgCode'])
        .select('org_category as orgCategory')
        .orderBy('org_code')
        .execute()
      const paths = pathsOf(all)
      return all
        .filter(({ orgCode }) => isBelow(orgCode, [...codes, ...session.orgCodes]))
        .map(({ parentId: _, ...depart }) => ({
          ...depart,
          pathName: paths.get(depart.id) ?? depart.departName,
          inCharge: isBelow(depart.orgCode, codes) ? 'Y' : 'N',
        }))
    },
  }
}

/** True for the code of one of these departments, or of one below. */
function isBelow(orgCode: string, codes: readonly string[]): boolean {
  return codes.some((code) => orgCode.startsWith(code))
}
