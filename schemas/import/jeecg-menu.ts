import type { MenuButton, MenuDataRule, MenuDocument, MenuEntry } from '../page/menu.ts'
import { definitionShape, kindOfDefinition } from './definition-shape.ts'
import { type DumpRow, dumpRow, dumpRows, flag, isRecord, oddColumns, text } from './dump-row.ts'
import { rowRule } from './form-permissions.ts'
import { createNotes, type ImportNote, type Notes } from './import-note.ts'

const MAX_DEPTH = 20
const BUTTON = '2'
/** Pages of generated lists: the last part of the address is the form. */
const FORM_LIST = /^\/?online\/(?:cgform(?:Tree|Erp|Tab|InnerTable)?List|copyform)\/([^/?#]+)(?:[?#].*)?$/i
/** Generated pages that documents cannot describe yet. */
const PLANNED_PAGES: readonly (readonly [address: RegExp, what: string])[] = [
  [/^\/?online\/cgreport\/[^/?#]+/i, '在线报表'],
  [/^\/?online\/graphreport\/(?:chart|templet)\/[^/?#]+/i, '在线图表'],
]

/** Longest texts of an entry. */
const LENGTHS = { id: 36, title: 100, text: 255 } as const
/** Longest name of a data rule. */
const MAX_RULE_TITLE = 50

/** True for the shape of an exported menu. */
export function isMenuDefinition(json: unknown): boolean {
  return kindOfDefinition(json) === 'menu'
}

/** What goes along through the tree. */
interface Tree {
  formCodes: ReadonlyMap<string, string>
  notes: Notes
  /** Identities that are taken. */
  ids: Set<string>
}

/** Turns a JeecgBoot menu tree into a document. `formCodes` translates ids of online forms into codes. Never throws. */
export function importMenu(
  json: unknown,
  formCodes: ReadonlyMap<string, string> = new Map(),
): { document: MenuDocument | null; notes: readonly ImportNote[] } {
  const notes = createNotes()
  const { menu } = definitionShape(json)
  if (!isRecord(menu) || text(dumpRow(menu), 'name') === '') {
    notes.add(null, '定义', '不是菜单的定义：缺少 menu.name')
    return { document: null, notes: notes.list }
  }
  const row = dumpRow(menu)
  const order = text(row, 'sort_no')
  const isPlace = order !== '' && Number.isFinite(Number(order))
  if (order !== '' && !isPlace) notes.add(null, `菜单顺序 ${order.slice(0, 50)}`, '不是数字，已忽略')
  const { children, ...entry } = menuEntry(menu, row, { formCodes, notes, ids: new Set() }, 0)
  const document: MenuDocument = {
    kind: 'menu',
    ...(isPlace ? { order: Number(order) } : {}),
    ...entry,
    ...(children ? { children } : {}),
  }
  return { document, notes: notes.list }
}

function menuEntry(
  source: Readonly<Record<string, unknown>>,
  row: DumpRow,
  tree: Tree,
  depth: number,
): MenuEntry {
  const { notes, formCodes } = tree
  const title = cut(text(row, 'name'), LENGTHS.title, '菜单名称', notes)
  const path = cut(text(row, 'url'), LENGTHS.text, `菜单“${title}”的路径`, notes)
  const form = formOf(path, title, formCodes, notes)
  const id = identity(row, title, tree)
  const { entries, buttons } = below(source, title, tree, depth)
  if (text(row, 'status') === '0') notes.add(null, `菜单“${title}”`, '在来源中已停用，导入为隐藏')
  if (text(row, 'is_route') === '0') notes.add(null, `菜单“${title}”`, '在来源中不是路由')
  for (const { column, shown } of oddColumns(row))
    notes.add(null, `菜单“${title}”的 ${column} ${shown}`, '不是能存储的文本或数字，已忽略或改正')
  const optional = (key: string, column: string) => {
    const value = cut(text(row, column), LENGTHS.text, `菜单“${title}”的 ${column}`, notes)
    return value ? { [key]: value } : {}
  }
  const dataRules = rulesOf(source, title, notes)
  return {
    ...(id ? { id } : {}),
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

/** The identity of an entry; of several with the same one only the first keeps it, or they would replace each other. */
function identity(row: DumpRow, title: string, { ids, notes }: Tree): string {
  const written = text(row, 'id')
  const id = cut(written, LENGTHS.id, `菜单“${title}”的标识`, notes)
  if (id === '') return ''
  let free = id
  for (let count = 2; ids.has(free); count += 1) free = `${id.slice(0, LENGTHS.id - 6)}_${count}`
  if (free !== id) notes.add(null, `菜单“${title}”的标识 ${id}`, `与其他菜单重复，改为 ${free}`)
  ids.add(free)
  return free
}

function rulesOf(source: Readonly<Record<string, unknown>>, title: string, notes: Notes): MenuDataRule[] {
  const taken = new Set<string>()
  return dumpRows(source.data_rules).flatMap((rule): MenuDataRule[] => {
    if (text(rule, 'status') === '0') return []
    const written = cut(text(rule, 'rule_name') || title, MAX_RULE_TITLE, `数据规则“${title}”`, notes)
    // Rules are told apart by their names.
    let name = written
    for (let count = 2; taken.has(name); count += 1) name = `${written.slice(0, MAX_RULE_TITLE - 6)} ${count}`
    taken.add(name)
    const operator = text(rule, 'rule_conditions') || text(rule, 'rule_operator')
    const column = text(rule, 'rule_column').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return [
      { title: name, where: rowRule(name, { column, operator, value: text(rule, 'rule_value') }, notes) },
    ]
  })
}

function below(
  source: Readonly<Record<string, unknown>>,
  title: string,
  tree: Tree,
  depth: number,
): { entries: MenuEntry[]; buttons: MenuButton[] } {
  const { notes } = tree
  const entries: MenuEntry[] = []
  const buttons: MenuButton[] = []
  const given = Array.isArray(source.children) ? source.children : []
  const children = given.filter(isRecord)
  if (children.length < given.length) notes.add(null, `菜单“${title}”的下级`, '有的不是菜单，未导入')
  if (depth >= MAX_DEPTH) {
    if (children.length > 0) notes.add(null, `菜单“${title}”`, `超过 ${MAX_DEPTH} 层，下级未导入`)
    return { entries, buttons }
  }
  const sorted = children
    .map((child) => ({ child, row: dumpRow(child) }))
    .sort((left, right) => sortNumber(left.row) - sortNumber(right.row))
  for (const { child, row } of sorted) {
    const name = cut(text(row, 'name'), LENGTHS.title, '菜单名称', notes)
    const permission = cut(text(row, 'perms'), LENGTHS.text, `按钮“${name}”的权限编码`, notes)
    if (name === '' || text(row, 'del_flag') === '1') {
      notes.add(null, `菜单“${title}”的下级“${name}”`, name ? '在来源中已删除，未导入' : '没有名称，未导入')
    } else if (text(row, 'menu_type') !== BUTTON) entries.push(menuEntry(child, row, tree, depth + 1))
    else if (permission && buttons.some((button) => button.permission === permission))
      notes.add(null, `按钮“${name}”`, `权限编码 ${permission} 重复，只导入第一个`)
    else if (permission) {
      buttons.push({ title: name, permission })
      if (dumpRows(child.data_rules).length > 0)
        notes.add(null, `按钮“${name}”的数据规则`, '数据规则属于菜单，未导入')
    } else notes.add(null, `按钮“${name}”`, '没有权限编码，未导入')
  }
  return { entries, buttons }
}

function cut(value: string, length: number, what: string, notes: Notes): string {
  if (value.length > length) notes.add(null, what, `超过${length}个字，已截断`)
  return value.slice(0, length)
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
  if (id === undefined) {
    const planned = PLANNED_PAGES.find(([address]) => address.test(path))
    if (planned) notes.add(null, `菜单“${title}”`, `${planned[1]}尚未提供`)
    return null
  }
  // The entry that stands for every form shows the one that the address names.
  if (id.startsWith(':')) return null
  const code = formCodes.get(id) ?? ([...formCodes.values()].includes(id) ? id : null)
  if (code === null) notes.add(null, `菜单“${title}”的在线表单 ${id}`, '表单不在导入的文件中，请填写 form')
  return code
}
