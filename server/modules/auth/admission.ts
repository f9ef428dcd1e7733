import type { Kysely } from 'kysely'
import type { SignInResult } from '#schemas/api/auth.ts'
import type { Tables } from '../../database/tables.ts'
import type { Event, EventLog } from '../../operation/event-log.ts'
import type { SessionStore } from '../../permission/session-store.ts'
import { departsOf, tenantsOf, userInfo } from './user-info.ts'

/** Where a sign-in comes from. */
export interface Caller {
  address: string
  requestId: string
}

/** An expected refusal: HTTP 200, success false. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; message: string }

/** Somebody whose identity was proved, by whatever means. */
export interface ProvedUser {
  id: string
  username: string
  /** 1 normal, 2 frozen. */
  status: number
}

/** What the log is told of a sign-in beyond its end. */
export type SignInEvent = Pick<Event, 'kind' | 'address' | 'requestId' | 'route' | 'method'>

/** What the log is told of a call that signs somebody in or changes an account. */
export function signInEvent({ address, requestId }: Caller, route: string, method = 'POST'): SignInEvent {
  return { kind: 'signIn', address, requestId, route, method }
}

/** The only door to a session: every way to sign in ends here. */
export interface Admission {
  admit(user: ProvedUser, event: SignInEvent): Promise<Outcome<SignInResult>>
}

export interface AdmissionParts {
  read: Kysely<Tables>
  sessions: SessionStore
  log: EventLog
  allDictItems(): Promise<SignInResult['sysAllDictItems']>
}

/** The door over its parts. */
export function createAdmission({ read, sessions, log, allDictItems }: AdmissionParts): Admission {
  return {
    async admit(user, event) {
      const told = { ...event, username: user.username, userId: user.id }
      if (user.status !== 1) {
        log.write({ ...told, content: '已冻结用户尝试登录', result: 'refused' })
        return { ok: false, message: '该用户已冻结' }
      }
      const tenants = await tenantsOf(read, user.id)
      const tenant = tenants[0]
      if (!tenant) {
        log.write({ ...told, content: '租户已冻结的用户尝试登录', result: 'refused' })
        return { ok: false, message: '与该用户关联的租户均已被冻结，无法登录！' }
      }
      const departs = await departsOf(
        read,
        user.id,
        tenants.map(({ id }) => id),
      )
      // The choice is asked for when any tenant that may be chosen has more than one department.
      const most = Math.max(
        ...tenants.map(({ id }) => departs.filter(({ tenantId }) => tenantId === id).length),
      )
      const token = await sessions.begin(user.id, tenant.id, event.address)
      log.write({ ...told, content: '登录成功', result: 'success' })
      return {
        ok: true,
        value: {
          token,
          userInfo: await userInfo(read, user.id, tenant.id),
          departs,
          multi_depart: most === 0 ? 0 : most === 1 ? 1 : 2,
          tenantList: tenants,
          sysAllDictItems: await allDictItems(),
        },
      }
    },
  }
}
