import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { hasValue } from '#schemas/compile/wire/query-record.ts'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import type { QueryField } from '../model/query-fields.ts'
import { ValueText } from '../widget/ValueText.tsx'
import { fieldTitle, RULE_TEXTS } from './query-words.ts'
import './applied-conditions.css'

/** Values that are named; how many more there are is said. */
const MOST_VALUES = 3

interface Props {
  condition: Condition | null
  fields: ReadonlyMap<string, QueryField>
  onChange(condition: Condition | null): void
}

/** What the advanced query asks for, in words; each part can be taken back. */
export function AppliedConditions({ condition, fields, onChange }: Props) {
  if (!condition) return null
  const parts = 'and' in condition ? condition.and : 'or' in condition ? condition.or : [condition]
  const isOr = 'or' in condition
  const without = (at: number): Condition | null => {
    const left = parts.toSpliced(at, 1)
    if (left.length === 0) return null
    return isOr ? { or: left } : { and: left }
  }
  return (
    <section className="expo-applied" aria-label={t('已应用的高级查询')}>
      <span>{isOr && parts.length > 1 ? t('满足任一：') : t('满足全部：')}</span>
      <ul>
        {parts.map((part, at) => {
          const label = labelOf(part, fields)
          return (
            <li key={at} className="expo-applied-part">
              <span className="expo-applied-words">
                <ConditionWords condition={part} fields={fields} />
              </span>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('移除条件：{label}', { label })}
                onClick={() => onChange(without(at))}
              />
            </li>
          )
        })}
      </ul>
      <Button type="link" size="small" onClick={() => onChange(null)}>
        {t('清除高级查询')}
      </Button>
    </section>
  )
}

/** The fields that a part is about. */
function labelOf(condition: Condition, fields: ReadonlyMap<string, QueryField>): string {
  if ('field' in condition) return fieldTitle(condition.field, fields)
  const parts = 'and' in condition ? condition.and : condition.or
  return parts.map((part) => labelOf(part, fields)).join('、')
}

function ConditionWords({
  condition,
  fields,
}: {
  condition: Condition
  fields: ReadonlyMap<string, QueryField>
}): ReactNode {
  if ('field' in condition) return <ComparisonWords comparison={condition} fields={fields} />
  const parts = 'and' in condition ? condition.and : condition.or
  const word = 'and' in condition ? t('且') : t('或')
  return parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 ? <em> {word} </em> : null}
      {'field' in part ? null : '('}
      <ConditionWords condition={part} fields={fields} />
      {'field' in part ? null : ')'}
    </Fragment>
  ))
}

function ComparisonWords({
  comparison,
  fields,
}: {
  comparison: Comparison
  fields: ReadonlyMap<string, QueryField>
}) {
  const { field: name, rule, val } = comparison
  const field = fields.get(name)
  const values = (Array.isArray(val) ? val : [val]).map((one) => String(one ?? ''))
  return (
    <>
      {fieldTitle(name, fields)} {RULE_TEXTS[rule]}
      {hasValue(rule) ? ' ' : null}
      {hasValue(rule)
        ? values.slice(0, MOST_VALUES).map((value, at) => (
            <Fragment key={value}>
              {at > 0 ? '、' : null}
              <strong>{field ? <ValueText field={field.one} value={value} /> : value}</strong>
            </Fragment>
          ))
        : null}
      {values.length > MOST_VALUES ? t('等 {count} 项', { count: values.length }) : null}
    </>
  )
}
