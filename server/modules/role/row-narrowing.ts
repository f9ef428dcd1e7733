import type { PoolClient } from 'pg'
import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'

/**
 * A form that shows every row to whoever holds none of its row rules, and the rules that narrow the session's user in it.
 * A role that opens such a form without a rule shows more than one with a rule, although it holds less.
 */
export interface RowNarrowing {
  form: string
  /** Prefix of the form's permission codes. */
  rights: string
  /** Codes of the row rules that the user holds. */
  rules: readonly string[]
}

/** The forms in which row rules narrow the session's user; none for an administrator. */
export function rowNarrowings(session: Session, documents: Pick<Documents, 'resolve'>): RowNarrowing[] {
  if (session.isAdmin) return []
  return [...session.forms].flatMap(([code, { rows }]) => {
    const form = documents.resolve(code)
    if (form?.permissions.unruled !== 'all') return []
    const rules = form.permissions.rows.flatMap((rule) => (rows.has(rule.code) ? [rule.code] : []))
    return rules.length > 0 ? [{ form: form.code, rights: form.rights, rules }] : []
  })
}

/** Those of the forms that one of these roles opens without any of their row rules, and the name of that role. */
export async function openedWithoutRule(
  client: PoolClient,
  roleIds: readonly string[],
  narrowings: readonly RowNarrowing[],
): Promise<{ form: string; role: string }[]> {
  if (narrowings.length === 0 || roleIds.length === 0) return []
  const { rows } = await client.query<{ form: string; role: string }>(
    `select n.form, r.role_name as role
     from unnest($2::text[], $3::text[]) as n(form, rights), platform.sys_role r
     where r.id = any($1::text[])
       and exists (
         select from platform.sys_role_permission rp
         join platform.sys_permission p on p.id = rp.permission_id and p.del_flag = 0
         where rp.role_id = r.id and (p.form_code = n.form or exists (
           select from unnest(string_to_array(p.perms, ',')) as held(code)
           where starts_with(trim(held.code), n.rights || ':') or trim(held.code) = $4)))
       and not exists (
         select from platform.form_grant g
         where g.role_id = r.id and g.form_code = n.form and g.kind = 'row')
     order by 2, 1`,
    [[...roleIds], narrowings.map(({ form }) => form), narrowings.map(({ rights }) => rights), FORM_DESIGN],
  )
  return rows
}
