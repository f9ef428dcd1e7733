/** The user that conditions and defaults speak of. */
export interface FormUser {
  id: string
  username: string
  realname: string
  orgCode: string
  /** Organisation codes of all the user's departments. */
  orgCodes?: readonly string[]
  tenantId?: number
}

/** What `#{…}` in a condition may stand for; a list stands for several values. */
export type Variables = Readonly<Record<string, string | readonly string[]>>

/** Local time as the wire writes it. */
export function wireTime(now: Date): { date: string; time: string; datetime: string } {
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`
  return { date, time, datetime: `${date} ${time}` }
}

/** The variables that documents may use, in both spellings of the wire. */
export function formVariables(user: FormUser, now: Date): Variables {
  const { date, datetime } = wireTime(now)
  const orgCodes = user.orgCodes?.length ? user.orgCodes : [user.orgCode]
  const named: Record<string, string | readonly string[]> = {
    sys_user_id: user.id,
    sys_user_code: user.username,
    sys_user_name: user.realname,
    sys_org_code: user.orgCode,
    sys_multi_org_code: orgCodes,
    sys_date: date,
    sys_time: datetime,
    tenant_id: String(user.tenantId ?? 0),
  }
  const variables: Record<string, string | readonly string[]> = {}
  for (const [name, value] of Object.entries(named)) {
    variables[name] = value
    variables[name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())] = value
  }
  return variables
}
