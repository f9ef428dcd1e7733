import type { PoolClient } from 'pg'
import type { RuleColumn } from '#schemas/api/permission.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { systemColumns } from '#schemas/compile/system-columns.ts'
import { comparisonRule } from '#schemas/page/comparison-words.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type Behaviour, hasTable, recordTable, type Step } from '../online-form/index.ts'
import { tellRights } from '../role/role-rules.ts'
import { entriesBeyond, type ReachParts } from './own-reach.ts'

/** A whole condition as JSON, as menu documents write it; made by them alone. */
const STRUCTURED = 'CONDITION'

/** What a data rule of a form may compare: its fields, and the columns that the platform keeps itself. */
export function columnsOf(form: CompiledForm): RuleColumn[] {
  const fields = form.fields.filter(({ persist }) => persist)
  const stored = hasTable(form) ? recordTable(form).columns : null
  const kept = systemColumns(form.document).filter(
    ({ name }) =>
      // Tenant and version are no content of a row.
      !name.startsWith('_') && stored?.has(name) && !fields.some((field) => field.name === name),
  )
  return [...fields, ...kept].map(({ name, title }) => ({ name, title }))
}

/** What a change of a menu's data rules keeps: a rule compares a field of the form behind the menu, and is not lost while it narrows somebody. */
export function dataRuleRules(parts: ReachParts): Behaviour {
  return {
    name: 'data rules of menus',
    forms: ['sys_permission_data_rule'],

    async check(drafts, { client, session }) {
      for (const [at, { row, stored }] of drafts.entries()) {
        const fault =
          (await menuFault(parts, client, session, [stored?.permissionId, row.permissionId])) ??
          (await ruleFault(parts.documents, client, row, stored))
        if (fault) return [{ at, error: fault }]
      }
      return []
    },

    async beforeRemove(rows, { client, session }) {
      const menus = rows.map(({ row }) => row.permissionId)
      const fault = await menuFault(parts, client, session, menus)
      if (fault) return fault.message
      const { rows: granted } = await client.query<{ name: string; roles: number }>(
        `select d.rule_name as name, count(*)::int as roles from platform.sys_permission_data_rule d
         join platform.sys_role_permission rp on rp.permission_id = d.permission_id
           and d.id = any(string_to_array(coalesce(rp.data_rule_ids, ''), ','))
         where d.id = any($1::text[]) group by d.id order by d.rule_name limit 1`,
        [rows.map(({ id }) => id)],
      )
      const [first] = granted
      // Without it those roles would see every row.
      return first
        ? `规则“${first.name}”正限制 ${first.roles} 个角色的数据，请先在角色授权中取消后再删除`
        : null
    },

    async after(changes, step) {
      const menus = changes.flatMap(({ before, after }) => [before?.permissionId, after?.permissionId])
      await markRuled(step, menus.filter(Boolean))
      await tellRights(step, parts.sessions)
    },
  }
}

async function menuFault(
  parts: ReachParts,
  client: PoolClient,
  session: Session,
  ids: readonly unknown[],
): Promise<{ field: string; message: string } | null> {
  const wanted = [...new Set(ids.filter(Boolean).map(String))]
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from platform.sys_permission where id = any($1::text[]) and del_flag = 0 for key share',
    [wanted],
  )
  if (rows.length < wanted.length) return { field: 'permissionId', message: '菜单不存在' }
  const message = await entriesBeyond(parts, client, session, rows)
  return message === null ? null : { field: '', message }
}

async function ruleFault(
  documents: Pick<Documents, 'resolve'>,
  client: PoolClient,
  row: Row,
  stored: Row | null,
): Promise<{ field: string; message: string } | null> {
  const same = (name: string) => String(stored?.[name] ?? '') === String(row[name] ?? '')
  if (stored && ['permissionId', 'ruleColumn', 'ruleConditions', 'ruleValue'].every(same)) return null
  const { rows } = await client.query<{ form: string | null }>(
    'select form_code as form from platform.sys_permission where id = $1',
    [row.permissionId],
  )
  const form = rows[0]?.form ? documents.resolve(rows[0].form) : null
  if (!form) return { field: 'permissionId', message: '该菜单没有对应的表单，不能设置数据规则' }
  const condition = String(row.ruleConditions)
  if (condition === STRUCTURED || comparisonRule(condition) === undefined)
    return { field: 'ruleConditions', message: '请选择条件规则' }
  const column = String(row.ruleColumn ?? '')
  if (!columnsOf(form).some(({ name }) => name === column))
    return { field: 'ruleColumn', message: `表单“${form.title}”没有字段“${column}”` }
  return null
}

/** Grants show from the entry itself that it has rules. */
async function markRuled({ client }: Step, menus: readonly unknown[]): Promise<void> {
  await client.query(
    `update platform.sys_permission p set rule_flag = case when exists (
       select from platform.sys_permission_data_rule d where d.permission_id = p.id) then 1 else 0 end
     where p.id = any($1::text[])`,
    [menus],
  )
}
