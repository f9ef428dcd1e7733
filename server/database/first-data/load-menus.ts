import { createHash } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import type { Condition } from '#schemas/page/condition.ts'
import type { MenuDocument, MenuEntry } from '#schemas/page/menu.ts'
import type { SysPermission, Tables } from '../tables.ts'
import { DEL_FLAG } from './del-flag.ts'
import type { FolderDocuments } from './document-folder.ts'
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
  copy: '复制',
  delete: '删除',
  batch_edit: '批量编辑',
  batch_delete: '批量删除',
  import: '导入',
  export: '导出',
  print: '打印',
}
/** Rights that other rights already give: a batch delete is a delete, a detail a part of the list, a copy a new record. */
const IMPLIED_ACTIONS = new Set(['detail', 'copy', 'batch_edit', 'batch_delete'])
/** Marks a data rule whose value is a whole condition as JSON. */
const STRUCTURED_RULE = 'CONDITION'
/** Longest name that the wire's column holds. */
const MAX_RULE_COLUMN = 63
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
  { sound, broken }: FolderDocuments<MenuDocument>,
  /** What the permission codes of a form begin with. */
  rightsOf: (form: string) => string,
): Promise<number> {
  const all: PermissionRow[] = []
  const rules: DataRule[] = []
  for (const { document } of sound) addEntry(document, null, document.order ?? 50, all, rules, rightsOf)
  // Two entries with one id would replace each other at every start: the first counts.
  const rows = [...new Map([...all].reverse().map((row) => [row.id, row])).values()].reverse()
  const known = await trx
    .selectFrom('sys_permission')
    .select(['id', 'source_hash', 'del_flag', 'edited'])
    .execute()
  const before = new Map(known.map((row) => [row.id, row]))
  const changed = new Set<string>()
  for (const row of rows) {
    const kept = before.get(row.id)
    const isBack = kept?.del_flag === DEL_FLAG.withoutDocument
    if (kept?.source_hash === row.source_hash) {
      // What was changed by hand stays, even while the document was away.
      if (isBack) await flag(trx, row.id, DEL_FLAG.present)
      continue
    }
    const { id, ...said } = row
    const rest = isBack ? { ...said, del_flag: DEL_FLAG.present } : said
    await trx
      .insertInto('sys_permission')
      .values({ id, ...rest })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(without(rest, kept?.edited ?? '')))
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
  // What a broken file made cannot be told from what no file makes any more, so nothing is taken away meanwhile.
  if (broken.size > 0) return changed.size
  const present = new Set(rows.map((row) => row.id))
  for (const { id, source_hash, del_flag } of known)
    if (source_hash !== null && del_flag === DEL_FLAG.present && !present.has(id))
      await flag(trx, id, DEL_FLAG.withoutDocument)
  return changed.size
}

/** A row as it is stored: what a document says by true and false is 1 and 0 there. The hash is that of the document's words. */
function withMarks<Said extends object>(said: Said) {
  return Object.fromEntries(
    Object.entries(said).map(([column, value]) => [
      column,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  ) as { [Column in keyof Said]: Said[Column] extends boolean ? number : Said[Column] }
}

/** What a document says of an entry, but for the columns that were changed by hand. */
function without<Said extends object>(said: Said, edited: string): Partial<Said> {
  const kept = new Set(edited.split(','))
  return Object.fromEntries(Object.entries(said).filter(([column]) => !kept.has(column))) as Partial<Said>
}

async function flag(trx: Transaction<Tables>, id: string, value: number): Promise<void> {
  await trx.updateTable('sys_permission').set({ del_flag: value }).where('id', '=', id).execute()
}

function addEntry(
  entry: MenuEntry,
  parent: string | null,
  sort: number,
  rows: PermissionRow[],
  rules: DataRule[],
  rightsOf: (form: string) => string,
): void {
  const id = entry.id ?? stableId('menu', parent ?? '', entry.path ?? entry.title)
  const children = entry.children ?? []
  const row = {
    id,
    parent_id: parent,
    name: entry.title,
    url: entry.path ?? null,
    component: entry.component ?? (entry.form ? 'online/FormPage' : 'layouts/RouteView'),
    component_name: null,
    redirect: entry.redirect ?? null,
    menu_type: parent === null ? 0 : 1,
    perms: entry.permission ?? (entry.form ? `${rightsOf(entry.form)}:list` : null),
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
  rows.push({ ...withMarks(row), source_hash: hashOf([row, entry.dataRules ?? []]) })
  const buttons = [
    ...(entry.form
      ? (entry.actions ?? [])
          .filter((action) => !IMPLIED_ACTIONS.has(action))
          .map((action) => ({
            title: ACTION_TITLES[action] ?? action,
            permission: `${rightsOf(entry.form ?? '')}:${action}`,
          }))
      : []),
    ...(entry.buttons ?? []),
  ]
  for (const [index, button] of buttons.entries()) {
    const buttonRow = {
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
    rows.push({ ...withMarks(buttonRow), source_hash: hashOf(buttonRow) })
  }
  for (const rule of entry.dataRules ?? [])
    rules.push({
      id: stableId('rule', id, rule.title),
      permission_id: id,
      rule_name: rule.title.slice(0, 50),
      ...ruleColumns(rule.where),
    })
  for (const [index, child] of children.entries()) addEntry(child, id, index + 1, rows, rules, rightsOf)
}

/** One comparison fills the wire's three columns; whatever they cannot say is kept as the condition that it is. */
function ruleColumns(where: Condition): Pick<DataRule, 'rule_column' | 'rule_conditions' | 'rule_value'> {
  const comparison = 'field' in where ? where : null
  const word = comparison ? RULE_WORDS[comparison.rule] : undefined
  const value = comparison?.val
  const fits = comparison !== null && comparison.field.length <= MAX_RULE_COLUMN
  if (fits && word && (typeof value === 'string' || typeof value === 'number'))
    return { rule_column: comparison.field, rule_conditions: word, rule_value: String(value) }
  return { rule_column: '', rule_conditions: STRUCTURED_RULE, rule_value: JSON.stringify(where) }
}

function hashOf(row: object): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('hex')
}
