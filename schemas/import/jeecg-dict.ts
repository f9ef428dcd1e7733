import { DICT_CODE_PATTERN, type DictDocument } from '../page/dict.ts'
import { definitionShape, kindOfDefinition } from './definition-shape.ts'
import { type DumpRow, dumpRow, dumpRows, isRecord, oddColumns, shortly, text } from './dump-row.ts'
import { createNotes, type ImportNote, type Notes } from './import-note.ts'

/** Longest texts that a dictionary may have. */
const LENGTHS = { code: 100, title: 100, description: 255, value: 100, text: 100, color: 40 } as const

/** True for the shape of an exported dictionary. */
export function isDictDefinition(json: unknown): boolean {
  return kindOfDefinition(json) === 'dict'
}

/** Turns a JeecgBoot dictionary into a document. Never throws. */
export function importDict(json: unknown): { document: DictDocument | null; notes: readonly ImportNote[] } {
  const notes = createNotes()
  const raw = definitionShape(json)
  const head = dumpRow(raw.head)
  const code = cut(text(head, 'dict_code'), 'code', '字典编码', notes)
  if (!isDictDefinition(json) || code === '') {
    notes.add(null, '定义', '不是字典的定义：缺少 head.dict_code 或 sys_dict_item')
    return { document: null, notes: notes.list }
  }
  // Another code would be found by no form that names this one.
  if (!new RegExp(DICT_CODE_PATTERN).test(code)) {
    notes.add(null, `字典编码 ${shortly(code)}`, '字典编码应以字母开头，只含字母、数字和下划线，未导入')
    return { document: null, notes: notes.list }
  }
  if (text(head, 'del_flag') === '1') notes.add(null, '字典', '在来源中已删除')
  const description = cut(text(head, 'description'), 'description', '字典描述', notes)
  const document: DictDocument = {
    kind: 'dict',
    code,
    title: cut(text(head, 'dict_name'), 'title', '字典名称', notes) || code,
    ...(description ? { description } : {}),
    items: itemsOf(raw.sys_dict_item, notes),
  }
  return { document, notes: notes.list }
}

function itemsOf(given: unknown, notes: Notes): DictDocument['items'] {
  if (!Array.isArray(given)) notes.add(null, `选项 ${shortly(given)}`, '定义中没有选项')
  else
    for (const [at, entry] of given.entries())
      if (!isRecord(entry)) notes.add(null, `选项列表第 ${at + 1} 项 ${shortly(entry)}`, '不是选项，未导入')
  const place = (row: DumpRow) => {
    const order = text(row, 'sort_order')
    return order !== '' && Number.isFinite(Number(order)) ? Number(order) : Number.MAX_SAFE_INTEGER
  }
  const seen = new Set<string>()
  const items: DictDocument['items'] = []
  for (const row of dumpRows(given).sort((left, right) => place(left) - place(right))) {
    const value = text(row, 'item_value')
    const name = `选项 "${value.slice(0, 50)}"“${text(row, 'item_text').slice(0, 50)}”`
    for (const { column, shown } of oddColumns(row))
      notes.add(null, `${name}的 ${column} ${shown}`, '不是能存储的文本或数字，已忽略或改正')
    if (value === '') {
      notes.add(null, `选项“${text(row, 'item_text')}”`, '没有值，未导入')
      continue
    }
    if (value.length > LENGTHS.value) {
      notes.add(null, name, `值超过${LENGTHS.value}个字，未导入`)
      continue
    }
    if (seen.has(value)) {
      notes.add(null, `选项 "${value}"“${text(row, 'item_text')}”`, '值重复，只导入第一个')
      continue
    }
    seen.add(value)
    const color = text(row, 'item_color')
    if (color.length > LENGTHS.color) notes.add(null, `${name}的颜色`, `超过${LENGTHS.color}个字，已忽略`)
    items.push({
      value,
      text: cut(text(row, 'item_text'), 'text', `${name}的文本`, notes) || value,
      ...(color && color.length <= LENGTHS.color ? { color } : {}),
      ...(text(row, 'status') === '0' ? { disabled: true } : {}),
    })
  }
  return items
}

function cut(value: string, part: keyof typeof LENGTHS, what: string, notes: Notes): string {
  if (value.length > LENGTHS[part]) notes.add(null, what, `超过${LENGTHS[part]}个字，已截断`)
  return value.slice(0, LENGTHS[part])
}
