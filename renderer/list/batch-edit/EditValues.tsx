import { Checkbox, Flex, Form, Select } from 'antd'
import { useId } from 'react'
import type { Field, Row, Stored } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { FieldControl } from '../../widget/FieldControl.tsx'
import { FormCodeContext } from '../../widget/files/form-code.ts'

/** What records are to get: the chosen columns, their values, and which of them are emptied. */
export interface WantedEdit {
  names: readonly string[]
  /** Stored values, with those that the choices of the columns fill beside them. */
  values: Row
  emptied: ReadonlySet<string>
}

interface Props {
  code: string
  fields: readonly Field[]
  wanted: WantedEdit
  errors: ReadonlyMap<string, string>
  disabled: boolean
  onChange(wanted: WantedEdit): void
}

/** The columns to change, and a control for the value of each. */
export function EditValues({ code, fields, wanted, errors, disabled, onChange }: Props) {
  const { names, values, emptied } = wanted
  const id = useId()
  const shown = names.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  const set = (field: Field) => (value: Stored, alsoSet?: Row) =>
    onChange({ ...wanted, values: { ...values, [field.name]: value, ...alsoSet } })
  const empty = (name: string, isEmptied: boolean) =>
    onChange({
      ...wanted,
      emptied: new Set([...emptied].filter((one) => one !== name).concat(isEmptied ? name : [])),
    })
  return (
    <FormCodeContext value={code}>
      <Form layout="vertical" component="div">
        <Form.Item label={t('要修改的列')} htmlFor={`${id}columns`}>
          <Select
            id={`${id}columns`}
            mode="multiple"
            autoFocus
            disabled={disabled}
            value={[...names]}
            placeholder={t('请选择要修改的列')}
            optionFilterProp="label"
            options={fields.map(({ name, title }) => ({ value: name, label: title || name }))}
            onChange={(next: string[]) => onChange({ ...wanted, names: next })}
          />
        </Form.Item>
      </Form>
      {shown.map((field) => (
        <Flex key={field.name} gap={8} align="flex-start" className="expo-edit-value">
          <FieldControl
            id={`${id}${field.name}`}
            field={field}
            value={emptied.has(field.name) ? null : (values[field.name] ?? null)}
            row={values}
            required={false}
            disabled={disabled || emptied.has(field.name)}
            error={errors.get(field.name) ?? null}
            onChange={set(field)}
          />
          {field.required ? null : (
            <Checkbox
              aria-label={t('清空{title}', { title: field.title })}
              disabled={disabled}
              checked={emptied.has(field.name)}
              onChange={({ target }) => empty(field.name, target.checked)}
            >
              {t('清空')}
            </Checkbox>
          )}
        </Flex>
      ))}
    </FormCodeContext>
  )
}
