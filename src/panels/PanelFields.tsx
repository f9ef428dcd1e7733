import { useId } from 'react'
import { FieldControl } from '#renderer/index.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'

interface Props {
  form: CompiledForm
  row: Row
  /** Sentences by the field that they are about. */
  errors: Readonly<Record<string, string>>
  disabled: boolean
  onChange(changes: Row): void
}

/** The fields of a panel's own small form, drawn as those of a record. */
export function PanelFields({ form, row, errors, disabled, onChange }: Props) {
  const id = useId()
  return form.fields
    .filter(({ inForm }) => inForm)
    .map((field) => (
      <FieldControl
        key={field.name}
        id={`${id}-${field.name}`}
        field={field}
        value={row[field.name]}
        row={row}
        disabled={disabled}
        error={errors[field.name] ?? null}
        onChange={(value) => onChange({ [field.name]: value })}
      />
    ))
}
