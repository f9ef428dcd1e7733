import { isSystemColumn } from '../compile/system-columns.ts'
import type { FormDocument, Property } from '../page/form.ts'
import { type DumpRow, text } from './dump-row.ts'
import { type FieldNames, legalCode } from './field-names.ts'
import type { FieldSource } from './form-list.ts'
import { KEY_LENGTH } from './form-relations.ts'
import type { Notes } from './import-note.ts'

const CHOSEN_FROM_ITS_OWN = '父级总是从本表中选择，存主键'
/** What a picker of the parent has no place for, as notes call it. */
const GIVEN_UP: readonly [keyof Property, string][] = [
  ['dict', '字典'],
  ['default', '默认值'],
  ['defaultFrom', '默认值'],
  ['href', '链接'],
  ['pattern', '校验'],
  ['validType', '校验'],
  ['unique', '唯一'],
]

/** The tree of a form, with the columns that it lacks; null when no field can be the text of a node. */
export function importTree(
  head: DumpRow,
  code: string,
  fields: FieldSource[],
  names: FieldNames,
  notes: Notes,
): NonNullable<FormDocument['tree']> | null {
  const parent = treeColumn(text(head, 'tree_parent_id_field'), 'pid', '父级字段', names, notes)
  const hasChild = treeColumn(text(head, 'tree_id_field'), 'has_child', '是否有子节点字段', names, notes)
  const wanted = text(head, 'tree_fieldname')
  const own = fields.filter(({ name }) => !isSystemColumn(name) && name !== parent && name !== hasChild)
  const label =
    own.find(({ name }) => name === names.of(wanted)) ??
    own.find(({ property }) => property.type === 'string')
  if (!label) {
    notes.add(null, '树表', '没有可作为节点文字的字段，按普通表导入')
    return null
  }
  if (label.name !== names.of(wanted))
    notes.add(wanted || null, '树节点文字', `字段不存在，使用 ${label.name}`)
  const parentField = fields.find(({ name }) => name === parent)
  const mark = fields.find(({ name }) => name === hasChild)
  const picker: Property = {
    type: 'string',
    title: parentField?.property.title ?? '父级节点',
    view: 'sel_tree',
    maxLength: Math.max(parentField?.property.maxLength ?? 0, KEY_LENGTH),
    options: {
      table: code,
      text: label.name,
      code: 'id',
      pidField: parent,
      pidValue: '0',
      ...(mark ? { hasChildField: hasChild } : {}),
    },
    ...(parentField?.property.id ? { id: parentField.property.id } : {}),
  }
  if (parentField) {
    const { view, maxLength = KEY_LENGTH } = parentField.property
    if (maxLength < KEY_LENGTH) notes.add(parent, `长度 ${maxLength}`, `存主键的列至少 ${KEY_LENGTH} 个字`)
    if (view !== 'text' && view !== 'sel_tree' && view !== 'hidden')
      notes.add(parent, `父级字段的控件 ${view}`, CHOSEN_FROM_ITS_OWN)
    for (const [keyword, word] of GIVEN_UP)
      if (parentField.property[keyword] !== undefined)
        notes.add(parent, `父级字段的${word}`, CHOSEN_FROM_ITS_OWN)
    parentField.property = picker
  } else {
    notes.add(parent, '父级字段', '定义中没有，已补上')
    fields.push({ name: parent, property: picker, required: false, extension: { options: {} }, row: {} })
  }
  if (parentField?.required) parentField.required = false
  // The platform keeps the mark itself.
  if (mark) mark.property = { ...mark.property, form: false }
  return { parent, ...(mark ? { hasChild } : {}), label: label.name }
}

/** A column that the tree needs: a name that no column can have, or one of the platform's own, gives way to the usual one. */
function treeColumn(written: string, usual: string, what: string, names: FieldNames, notes: Notes): string {
  const wanted = names.of(written || usual)
  if (legalCode(wanted) === wanted && !isSystemColumn(wanted)) return wanted
  notes.add(null, `树的${what} "${written}"`, `不能使用，改为 ${usual}`)
  return names.of(usual)
}
