import { DeleteOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useId } from 'react'
import { hasValue } from '#schemas/compile/wire/query-record.ts'
import type { ConditionRule } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import type { QueryField } from '../model/query-fields.ts'
import { FilterControl } from './FilterControl.tsx'
import { type DraftRow, takesSeveral, withField, withRule } from './query-draft.ts'
import { RULE_TEXTS } from './query-words.ts'

interface Props {
  row: DraftRow
  fields: ReadonlyMap<string, QueryField>
  /** Title of the form, above its own fields where there are those of sub tables. */
  formTitle: string
  /** Something is missing, and was asked for. */
  invalid: boolean
  onChange(row: DraftRow): void
  onRemove(): void
}

/** One condition: field, rule, value. */
export function ConditionRow({ row, fields, formTitle, invalid, onChange, onRemove }: Props) {
  const id = useId()
  const field = fields.get(row.field)
  const isUnknown = row.field !== '' && !field
  return (
    <div className="expo-condition" data-condition={row.key}>
      <Select
        className="expo-condition-field"
        aria-label={t('字段')}
        placeholder={t('选择字段')}
        value={row.field === '' ? null : row.field}
        status={isUnknown ? 'error' : ''}
        title={isUnknown ? t('列表中没有字段“{name}”', { name: row.field }) : (field?.title ?? '')}
        showSearch={{ optionFilterProp: 'label' }}
        options={fieldOptions([...fields.values()], formTitle)}
        onChange={(name: string) => {
          const chosen = fields.get(name)
          if (chosen) onChange(withField(row, chosen))
        }}
      />
      <Select
        className="expo-condition-rule"
        aria-label={t('规则')}
        disabled={!field}
        value={row.rule}
        options={rulesOffered(row, field).map((rule) => ({ value: rule, label: RULE_TEXTS[rule] }))}
        onChange={(rule: ConditionRule) => onChange(withRule(row, rule))}
      />
      <div className="expo-condition-value">
        {field && hasValue(row.rule) ? (
          <>
            <label htmlFor={id} className="expo-condition-label">
              {t('{title}的值', { title: field.title })}
            </label>
            <ConditionValue id={id} row={row} field={field} invalid={invalid} onChange={onChange} />
          </>
        ) : null}
      </div>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={field ? t('删除条件：{title}', { title: field.title }) : t('删除条件')}
        onClick={onRemove}
      />
    </div>
  )
}

/** The rule of a shared address may be one that is not offered. */
function rulesOffered({ rule }: DraftRow, field: QueryField | undefined): readonly ConditionRule[] {
  const rules = field?.rules ?? []
  return rules.includes(rule) ? rules : [...rules, rule]
}

interface FieldOption {
  label: string
  value?: string
  options?: FieldOption[]
}

function fieldOptions(fields: readonly QueryField[], formTitle: string): FieldOption[] {
  const entry = ({ name, title }: QueryField) => ({ value: name, label: title })
  const subs = [...new Set(fields.flatMap(({ sub }) => sub ?? []))]
  const own = fields.filter(({ sub }) => sub === null).map(entry)
  if (subs.length === 0) return own
  return [
    { label: formTitle, options: own },
    ...subs.map((title) => ({
      label: title,
      options: fields.filter(({ sub }) => sub === title).map(entry),
    })),
  ]
}

interface ValueProps {
  id: string
  row: DraftRow
  field: QueryField
  invalid: boolean
  onChange(row: DraftRow): void
}

function ConditionValue({ id, row, field, invalid, onChange }: ValueProps) {
  const change = (values: string[]) => onChange({ ...row, values: values.filter((value) => value !== '') })
  if (takesSeveral(row.rule)) {
    if (!field.several)
      return <SeveralTexts id={id} values={row.values} invalid={invalid} onChange={change} />
    return (
      <FilterControl
        key="several"
        id={id}
        field={field.several}
        value={row.values.join(',')}
        invalid={invalid}
        onChange={(value) => change(value.split(','))}
      />
    )
  }
  return (
    <FilterControl
      key={`one ${field.name}`}
      id={id}
      field={field.one}
      value={row.values[0] ?? ''}
      invalid={invalid}
      onChange={(value) => change([value])}
    />
  )
}

interface TextsProps {
  id: string
  values: readonly string[]
  invalid: boolean
  onChange(values: string[]): void
}

/** Several values that are typed: Enter, a comma or leaving the control ends each. */
function SeveralTexts({ id, values, invalid, onChange }: TextsProps) {
  return (
    <Select
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      style={{ width: '100%' }}
      status={invalid ? 'error' : ''}
      placeholder={t('输入后按回车，可输入多个')}
      tokenSeparators={[',', '，', '\n']}
      value={[...values]}
      onChange={onChange}
    />
  )
}
