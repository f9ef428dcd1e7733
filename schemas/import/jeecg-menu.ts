import type { MenuButton, MenuDataRule, MenuDocument, MenuEntry } from '../page/menu.ts'
import { type DumpRow, dumpRow, dumpRows, flag, isRecord, text } from './dump-row.ts'
import { rowRule } from './form-permissions.ts'
import { createNotes, type ImportNote, type Notes } from './import-note.ts'

const MAX_DEPTH = 20
const BUTTON = '2'
/** Pages of generated lists: the last part of the address is the form. */
const FORM_LIST = /^\/?online\/(?:cgform(?:Tree|Erp|Tab|InnerTable)?List|copyform)\/([^/?]+)$/i

/** True for the shape of an exported menu. */
export function isMenuDefinition(json: unknown): boolean {
  return isRecord(json) && isRecord(json.menu)
}

/** Turns a JeecgBoot menu tree into a document. `formCodes` translates ids of online forms into codes. Never throws. */
export function importMenu(
  json: unknown,
  formCodes: ReadonlyMap<string, string> = new Map(),
): { document: MenuDocument | null; notes: readonly ImportNote[] } {
  const notes = createNotes()
  if (!isRecord(json) || !isRecord(json.menu) || text(dumpRow(json.menu), 'name') === '') {
    notes.add(null, '定义', '不是菜单的定义：缺少 menu.name')
    return { document: null, notes: notes.list }
  }
  const row = dumpRow(json.menu)
  const place = Number(text(row, 'sort_no'))
  const { children, ...entry } = menuEntry(json.menu, row, formCodes, notes, 0)
  const document: MenuDocument = {
    kind: 'menu',
    ...(text(row, 'sort_no') !== '' && Number.isFinite(place) ? { order: place } : {}),
    ...entry,
    ...(children ? { children } : {}),
  }
  return { document, notes: notes.list }
}

function menuEntry(
  source: Readonly<Record<string, unknown>>,
  row: DumpRow,
  formCodes: ReadonlyMap<string, string>,
  notes: Notes,
  depth: number,
): MenuEntry {
  const title = text(row, 'name').slice(0, 100)
  const path = text(row, 'url').slice(0, 255)
  const form = formOf(path, title, formCodes, notes)
  const { entries, buttons } = below(source, title, formCodes, notes, depth)
  const dataRules = dumpRows(source.data_rules).flatMap((rule): MenuDataRule[] => {
    if (text(rule, 'status') === '0') return []
    const name = text(rule, 'rule_name') || title
    const operator = text(rule, 'rule_conditions') || text(rule, 'rule_operator')
    const column = text(rule, 'rule_column').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return [
      { title: name, where: rowRule(name, { column, operator, value: text(rule, 'rule_value') }, notes) },
    ]
  })
  if (text(row, 'status') === '0') notes.add(null, `菜单“${title}”`, '在来源中已停用，导入为隐藏')
  if (text(row, 'is_route') === '0') notes.add(null, `菜单“${title}”`, '在来源中不是路由')
  const optional = (key: string, column: string) =>
    text(row, column) ? { [key]: text(row, column).slice(0, 255) } : {}
  return {
    ...(text(row, 'id') ? { id: text(row, 'id').slice(0, 36) } : {}),
    title,
    ...(path ? { path } : {}),
    ...(form === null ? optional('component', 'component') : { form }),
    ...optional('icon', 'icon'),
    ...optional('redirect', 'redirect'),
    ...(flag(row, 'hidden') || text(row, 'status') === '0' ? { hidden: true } : {}),
    ...(flag(row, 'always_show') ? { alwaysShow: true } : {}),
    ...(flag(row, 'keep_alive') ? { keepAlive: true } : {}),
    ...(flag(row, 'internal_or_external') ? { external: true } : {}),
    ...optional('permission', 'perms'),
    ...(buttons.length > 0 ? { buttons } : {}),
    ...(dataRules.length > 0 ? { dataRules } : {}),
    ...(entries.length > 0 ? { children: entries } : {}),
  }
}

function below(
  source: Readonly<Record<string, unknown>>,
  title: string,
  formCodes: ReadonlyMap<string, string>,
  notes: Notes,
  depth: number,
): { entries: MenuEntry[]; buttons: MenuButton[] } {
  const entries: MenuEntry[] = []
  const buttons: MenuButton[] = []
  const children = Array.isArray(source.children) ? source.children.filter(isRecord) : []
  if (depth >= MAX_DEPTH) {
    if (children.length > 0) notes.add(null, `菜单“${title}”`, `超过 ${MAX_DEPTH} 层，下级未导入`)
    return { entries, buttons }
  }
  const sorted = children
    .map((child) => ({ child, row: dumpRow(child) }))
    .sort((left, right) => sortNumber(left.row) - sortNumber(right.row))
  for (const { child, row } of sorted) {
    const name = text(row, 'name')
    if (name === '' || text(row, 'del_flag') === '1') {
      notes.add(null, `菜单“${title}”的下级“${name}”`, name ? '在来源中已删除，未导入' : '没有名称，未导入')
    } else if (text(row, 'menu_type') !== BUTTON)
      entries.push(menuEntry(child, row, formCodes, notes, depth + 1))
    else if (text(row, 'perms')) {
      buttons.push({ title: name.slice(0, 100), permission: text(row, 'perms').slice(0, 255) })
      if (dumpRows(child.data_rules).length > 0)
        notes.add(null, `按钮“${name}”的数据规则`, '数据规则属于菜单，未导入')
    } else notes.add(null, `按钮“${name}”`, '没有权限编码，未导入')
  }
  return { entries, buttons }
}

function sortNumber(row: DumpRow): number {
  const place = text(row, 'sort_no')
  return place !== '' && Number.isFinite(Number(place)) ? Number(place) : Number.MAX_SAFE_INTEGER
}

function formOf(
  path: string,
  title: string,
  formCodes: ReadonlyMap<string, string>,
  notes: Notes,
): string | null {
  const id = FORM_LIST.exec(path)?.[1]
  if (id === undefined) return null
  const code = formCodes.get(id) ?? null
  if (code === null) notes.add(null, `菜单“${title}”的在线表单 ${id}`, '表单不在导入的文件中，请填写 form')
  return code
}
