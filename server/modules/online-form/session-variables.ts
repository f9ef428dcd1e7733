import type { Session } from '../../permission/session.ts'

/** What `#{…}` in a row rule may stand for. A list stands for several values (`in`). */
export type Variables = Readonly<Record<string, string | readonly string[]>>

/** The variables of a session, as row rules name them. */
export function sessionVariables(session: Session, now: Date): Variables {
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`
  const orgCodes = session.orgCodes.length > 0 ? session.orgCodes : [session.orgCode]
  return {
    sys_user_id: session.userId,
    sysUserId: session.userId,
    sys_user_code: session.username,
    sysUserCode: session.username,
    sys_user_name: session.realname,
    sysUserName: session.realname,
    sys_org_code: session.orgCode,
    sysOrgCode: session.orgCode,
    sys_multi_org_code: orgCodes,
    sysMultiOrgCode: orgCodes,
    sys_date: date,
    sysDate: date,
    sys_time: `${date} ${time}`,
    sysTime: `${date} ${time}`,
    tenant_id: String(session.tenantId),
  }
}
