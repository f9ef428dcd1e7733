import type { Kysely } from 'kysely'
import type { OwnDepart, OwnInfo, UserInfo, WireRights } from '#schemas/api/auth.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Tables } from '../../database/tables.ts'
import { notSignedIn } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import type { Outcome } from './admission.ts'
import { controlledColumns } from './controlled-columns.ts'
import { wireRights } from './menu.ts'
import type { MenuEntries } from './menu-entries.ts'
import { departsOf, tenantsOf, userInfo } from './user-info.ts'

/** What a signed-in user is told of the own account, and may choose in it. */
export interface OwnAccount {
  rights(session: Session): Promise<WireRights>
  /** The own account with its roles, and the dictionaries that a client keeps. */
  ownInfo(session: Session): Promise<OwnInfo>
  departs(session: Session): Promise<{ list: OwnDepart[]; orgCode: string }>
  /** Chooses the tenant that the session works in. */
  selectTenant(token: string, session: Session, tenantId: number): Promise<Outcome<{ departs: OwnDepart[] }>>
  selectDepart(session: Session, orgCode: string): Promise<Outcome<{ userInfo: UserInfo }>>
}

export interface OwnAccountParts {
  read: Kysely<Tables>
  entries: MenuEntries
  sessions: SessionStore
  dictionaries: { kept(): Promise<OwnInfo['sysAllDictItems']> }
  /** Documents, of which some put columns under control. */
  forms(): readonly (CompiledForm | null)[]
  /** Page that a client of the 3.x line opens first. */
  homePath: string
}

/** The own account over its parts. */
export function createOwnAccount({
  read,
  entries,
  sessions,
  dictionaries,
  forms,
  homePath,
}: OwnAccountParts): OwnAccount {
  return {
    async rights(session) {
      const rights = await sessions.rights(session)
      if (!rights) throw notSignedIn()
      const { auth, allAuth, ...menu } = await wireRights({ read, entries }, rights, session.tenantId)
      const columns = controlledColumns(forms(), rights)
      return { ...menu, auth: [...auth, ...columns.own], allAuth: [...allAuth, ...columns.all] }
    },

    async ownInfo({ userId, tenantId }) {
      const roles = await read
        .selectFrom('sys_user_role as ur')
        .innerJoin('sys_role as r', 'r.id', 'ur.role_id')
        .select(['r.role_code as value', 'r.role_name as roleName'])
        .where('ur.user_id', '=', userId)
        .where('r.tenant_id', '=', tenantId)
        .orderBy('r.role_code')
        .execute()
      return {
        userInfo: {
          ...(await userInfo(read, userId, tenantId)),
          loginTenantId: tenantId,
          roles,
          homePath: homePath,
        },
        sysAllDictItems: await dictionaries.kept(),
      }
    },

    async departs(session) {
      return { list: await departsOf(read, session.userId, [session.tenantId]), orgCode: session.orgCode }
    },

    async selectTenant(token, session, tenantId) {
      const tenants = await tenantsOf(read, session.userId)
      if (!tenants.some(({ id }) => id === tenantId)) return { ok: false, message: '您不属于该租户！' }
      await sessions.chooseTenant(token, tenantId)
      return { ok: true, value: { departs: await departsOf(read, session.userId, [tenantId]) } }
    },

    async selectDepart(session, orgCode) {
      if (!session.orgCodes.includes(orgCode)) return { ok: false, message: '您不属于该部门！' }
      await sessions.chooseDepartment(session, orgCode)
      return { ok: true, value: { userInfo: await userInfo(read, session.userId, session.tenantId) } }
    },
  }
}
