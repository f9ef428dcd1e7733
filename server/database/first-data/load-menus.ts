import { createHash } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import type { Condition } from '#schemas/page/condition.ts'
import type { MenuDocument, MenuEntry } from '#schemas/page/menu.ts'
import type { SysPermission, Tables } from '../tables.ts'
import type { FolderDocument } from './document-folder.ts'
import { stableId } from './stable-id.ts'

type PermissionRow = Insertable<SysPermission>
interface DataRule {
  id: string
  permission_id: string
  rule_name: string
  rule_column: string
  rule_conditions: string
  rule_value: string
}

const ACTION_TITLES: Readonly<Record<string, string>> = {
  add: '新增',
  edit: '编辑',
  detail: '详情',
  delete: '删除',
  batch_delete: '批量删除',
  import: '导入',
  export: '导出',
}
/** Rights that other rights already give: a batch delete is a delete, a detail a part of the list. */
const IMPLIED_ACTIONS = new Set(['detail', 'batch_delete'])
/** Marks a data rule whose value is a whole condition as JSON. */
const STRUCTURED_RULE = 'CONDITION'
/** How a condition is called in a data rule. */
const RULE_WORDS: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '!=',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
  in: 'IN',
  like: 'LIKE',
  left_like: 'LEFT_LIKE',
  right_like: 'RIGHT_LIKE',
}

/**
 * Brings menus, buttons and data rules into line with the menu documents. An entry whose document did not change
 * since it was loaded is left alone, so that what administrators changed stays.
 */
export async function loadMenus(
  trx: Transaction<Tables>,
  documents: readonly FolderDocument<MenuDocument>[],
): Promise<number> {
  const rows: PermissionRow[] = []
  const rules: DataRule[] = []
  for (const { document } of documents) addEntry(document, null, document.order ?? 50, rows, rules)
  const known = await trx.selectFrom('sys_permission').select(['id', 'source_hash']).execute()
  const before = new Map(known.map((row) => [row.id, row.source_hash]))
  const changed = new Set<string>()
  for (const row of rows) {
    if (before.get(row.id) === row.source_hash) continue
    const { id, ...rest } = row
    await trx
      .insertInto('sys_permission')
      .values({ id, ...rest })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
      .execute()
    changed.add(id)
  }
  for (const { id, ...rest } of rules)
    if (changed.has(rest.permission_id))
      await trx
        .insertInto('sys_permission_data_rule')
        .values({ id, ...rest })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
        .execute()
  return changed.size
}

function addEntry(
  entry: MenuEntry,
  parent: string | null,
  sort: number,
  rows: PermissionRow[],
  rules: DataRule[],
): void {
  const id = entry.id ?? stableId('menu', parent ?? '', entry.path ?? entry.title)
  const children = entry.children ?? []
  const row: Omit<PermissionRow, 'source_hash'> = {
    id,
    parent_id: parent,
    name: entry.title,
    url: entry.path ?? null,
    component: entry.component ?? (entry.form ? 'online/FormPage' : 'layouts/RouteView'),
    component_name: null,
    redirect: entry.redirect ?? null,
    menu_type: parent === null ? 0 : 1,
    perms: entry.permission ?? (entry.form ? `online:${entry.form}:list` : null),
    perms_type: '1',
    sort_no: sort,
    icon: entry.icon ?? null,
    is_route: true,
    is_leaf: children.length === 0,
    keep_alive: entry.keepAlive ?? false,
    always_show: entry.alwaysShow ?? false,
    hidden: entry.hidden ?? false,
    internal_or_external: entry.external ?? false,
    form_code: entry.form ?? null,
    rule_flag: entry.dataRules?.length ? 1 : 0,
  }
  rows.push({ ...row, source_hash: hashOf([row, entry.dataRules ?? []]) })
  const buttons = [
    ...(entry.form
      ? (entry.actions ?? [])
          .filter((action) => !IMPLIED_ACTIONS.has(action))
          .map((action) => ({
            title: ACTION_TITLES[action] ?? action,
            permission: `online:${entry.form}:${action}`,
          }))
      : []),
    ...(entry.buttons ?? []),
  ]
  for (const [index, button] of buttons.entries()) {
    const buttonRow: Omit<PermissionRow, 'source_hash'> = {
      id: stableId('button', id, button.permission),
      parent_id: id,
      name: button.title,
      menu_type: 2,
      perms: button.permission,
      perms_type: '1',
      sort_no: index + 1,
      is_route: false,
      form_code: null,
    }
    rows.push({ ...buttonRow, source_hash: hashOf(buttonRow) })
  }
  for (const rule of entry.dataRules ?? [])
    rules.push({
      id: stableId('rule', id, rule.title),
      permission_id: id,
      rule_name: rule.title.slice(0, 50),
      ...ruleColumns(rule.where),
    })
  for (const [index, child] of children.entries()) addEntry(child, id, index + 1, rows, rules)
}

/** One comparison fills the wire's three columns; whatever they cannot say is kept as the condition that it is. */
function ruleColumns(where: Condition): Pick<DataRule, 'rule_column' | 'rule_conditions' | 'rule_value'> {
  const comparison = 'field' in where ? where : null
  const word = comparison ? RULE_WORDS[comparison.rule] : undefined
  const value = comparison?.val
  if (comparison && word && (typeof value === 'string' || typeof value === 'number'))
    return { rule_column: comparison.field, rule_conditions: word, rule_value: String(value) }
  return { rule_column: '', rule_conditions: STRUCTURED_RULE, rule_value: JSON.stringify(where) }
}

function hashOf(row: object): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('hex')
}
