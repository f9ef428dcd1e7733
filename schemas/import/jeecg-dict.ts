import type { DictDocument } from '../page/dict.ts'
import { type DumpRow, dumpRow, dumpRows, integer, isRecord, text } from './dump-row.ts'
import { createNotes, type ImportNote } from './import-note.ts'

/** True for the shape of an exported dictionary. */
export function isDictDefinition(json: unknown): boolean {
  return isRecord(json) && Array.isArray(json.sys_dict_item)
}

/** Turns a JeecgBoot dictionary into a document. Never throws. */
export function importDict(json: unknown): { document: DictDocument | null; notes: readonly ImportNote[] } {
  const notes = createNotes()
  const raw = isRecord(json) ? json : {}
  const head = dumpRow(raw.head)
  const code = text(head, 'dict_code').slice(0, 100)
  if (!isDictDefinition(json) || code === '') {
    notes.add(null, '定义', '不是字典的定义：缺少 head.dict_code 或 sys_dict_item')
    return { document: null, notes: notes.list }
  }
  if (text(head, 'del_flag') === '1') notes.add(null, '字典', '在来源中已删除')
  const place = (row: DumpRow) => integer(row, 'sort_order') ?? Number.MAX_SAFE_INTEGER
  const seen = new Set<string>()
  const items: DictDocument['items'] = []
  for (const row of dumpRows(raw.sys_dict_item).sort((left, right) => place(left) - place(right))) {
    const value = text(row, 'item_value')
    if (seen.has(value)) {
      notes.add(null, `选项 "${value}"“${text(row, 'item_text')}”`, '值重复，只导入第一个')
      continue
    }
    if (value === '') {
      notes.add(null, `选项“${text(row, 'item_text')}”`, '没有值，未导入')
      continue
    }
    seen.add(value)
    const color = text(row, 'item_color')
    items.push({
      value,
      text: text(row, 'item_text') || value,
      ...(color ? { color } : {}),
      ...(text(row, 'status') === '0' ? { disabled: true } : {}),
    })
  }
  const description = text(head, 'description').slice(0, 255)
  const document: DictDocument = {
    kind: 'dict',
    code,
    title: text(head, 'dict_name').slice(0, 100) || code,
    ...(description ? { description } : {}),
    items,
  }
  return { document, notes: notes.list }
}
