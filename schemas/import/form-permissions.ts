import { isSystemColumn } from '../compile/system-columns.ts'
import { comparisonRule } from '../page/comparison-words.ts'
import type { Condition } from '../page/condition.ts'
import type { FormDocument } from '../page/form.ts'
import { type DumpRow, flag, text } from './dump-row.ts'
import { type FieldNames, legalCode } from './field-names.ts'
import type { Notes } from './import-note.ts'
import { NOTHING, parseSqlCondition } from './sql-condition.ts'

type Permissions = NonNullable<FormDocument['permissions']>
type Column = NonNullable<Permissions['columns']>[number]

/** A row rule of the platform as a condition; one that cannot be read matches nothing, and says so. */
export function rowRule(
  title: string,
  parts: { column: string; operator: string; value: string },
  notes: Notes,
): NonNullable<Permissions['rows']>[number]['where'] {
  const operator = parts.operator.toLowerCase()
  if (operator === 'use_sql_rules' || operator === 'ext') {
    const parsed = parseSqlCondition(parts.value)
    if (!parsed) notes.add(null, `数据规则“${title}”：${parts.value}`, '不能转换为数据，改写前不匹配任何记录')
    return parsed ?? NOTHING
  }
  const rule = comparisonRule(operator)
  if (!rule || !parts.column) {
    notes.add(
      null,
      `数据规则“${title}”：${parts.column} ${parts.operator} ${parts.value}`,
      '不能转换为数据，改写前不匹配任何记录',
    )
    return NOTHING
  }
  if (rule === 'empty' || rule === 'not_empty') return { field: parts.column, rule }
  return { field: parts.column, rule, val: parts.value }
}

/** Field switches and row rules of a form. */
export function importPermissions(
  pages: readonly DumpRow[],
  rules: readonly DumpRow[],
  names: FieldNames,
  notes: Notes,
): Permissions | null {
  const columns = new Map<string, Column>()
  for (const row of pages) {
    if (!flag(row, 'status')) continue
    const code = text(row, 'code')
    if (text(row, 'type') !== '1') {
      notes.add(null, `按钮权限 ${code}`, '按钮由权限编码控制')
      continue
    }
    if (!names.has(code)) {
      notes.add(code, '字段权限', '字段不存在')
      continue
    }
    const control = text(row, 'control') === '3' ? 'editable' : 'visible'
    columns.set(`${names.of(code)} ${control}`, { field: names.of(code), control })
  }
  const taken = new Set<string>()
  const rows = rules
    .filter((row) => flag(row, 'status'))
    .map((row, at) => {
      const title = text(row, 'rule_name') || `规则 ${at + 1}`
      let code = legalCode(text(row, 'code')) ?? legalCode(`rule_${text(row, 'id')}`) ?? `rule_${at + 1}`
      while (taken.has(code)) code += '_'
      taken.add(code)
      const column = text(row, 'rule_column')
      const where = rowRule(
        title,
        {
          column: column && names.of(column),
          operator: text(row, 'rule_operator'),
          value: text(row, 'rule_value'),
        },
        notes,
      )
      const unknown = fieldsOf(where).find((field) => !names.has(field) && !isSystemColumn(field))
      if (unknown === undefined) return { code, title, where }
      notes.add(null, `数据规则“${title}”的字段 "${unknown}"`, '字段不存在，改写前不匹配任何记录')
      return { code, title, where: NOTHING }
    })
  if (columns.size === 0 && rows.length === 0) return null
  return {
    ...(columns.size > 0 ? { columns: [...columns.values()] } : {}),
    // In the origin, a user who holds no rule sees every row.
    ...(rows.length > 0 ? { rows, unruled: 'all' as const } : {}),
  }
}

/** Fields that a condition asks about. */
function fieldsOf(condition: Condition): string[] {
  if ('and' in condition) return condition.and.flatMap(fieldsOf)
  if ('or' in condition) return condition.or.flatMap(fieldsOf)
  return [condition.field]
}
