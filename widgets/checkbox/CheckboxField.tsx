import { Checkbox, Spin } from 'antd'
import { ChoiceSelect, type FieldProps, useDict, valueText } from '#renderer/index.ts'

/** A group of ticks. Values that the dictionary no longer has are kept, and shown as further ticks. */
export default function CheckboxField(props: FieldProps<object, string[]>) {
  const { id, field, value, disabled, onChange } = props
  const dict = useDict(field)
  if (dict.loading) return <Spin size="small" />
  // More ticks than anybody looks through.
  if (dict.isCut)
    return <ChoiceSelect {...props} several values={value} onChange={(next) => onChange(next)} />
  const offered = new Set(dict.options.map((option) => String(option.value)))
  const textOf = (one: string) => dict.atHand.find((option) => String(option.value) === one)?.text
  const choices = [
    ...dict.options.map((option) => ({
      value: String(option.value),
      label: option.text,
      // An own `false` would win over the group's lock.
      ...(option.disabled ? { disabled: true } : {}),
    })),
    ...value
      .filter((one) => !offered.has(one))
      .map((one) => ({ value: one, label: valueText(one, textOf(one) ?? (dict.error ? one : undefined)) })),
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be labelled by the form's own label
    <div id={id} role="group" aria-label={field.title} tabIndex={-1}>
      <Checkbox.Group
        value={value}
        options={choices}
        disabled={disabled}
        onChange={(next) => onChange(next.map(String))}
      />
      {dict.error ? <small role="alert">{dict.error.message}</small> : null}
    </div>
  )
}
