import { Radio, Spin } from 'antd'
import type { ReactNode } from 'react'
import { ChoiceSelect, type FieldProps, useDict, valueText } from '#renderer/index.ts'

/** A group of radio buttons. A value that the dictionary no longer has is shown as a further button. */
export default function RadioField(props: FieldProps<object, string>) {
  const { id, field, value, disabled, onChange } = props
  const dict = useDict(field)
  if (dict.loading) return <Spin size="small" />
  if (dict.isCut)
    return (
      <ChoiceSelect
        {...props}
        several={false}
        values={value === '' ? [] : [value]}
        onChange={([next = '']) => onChange(next)}
      />
    )
  const textOf = (one: string) => dict.atHand.find((option) => String(option.value) === one)?.text
  const choices = dict.options.map((option) => ({
    value: String(option.value),
    label: option.text as ReactNode,
    disabled: option.disabled ?? false,
  }))
  if (value !== '' && !choices.some((choice) => choice.value === value))
    choices.push({
      value,
      label: valueText(value, textOf(value) ?? (dict.error ? value : undefined)),
      disabled: false,
    })
  return (
    <>
      <Radio.Group
        id={id}
        aria-label={field.title}
        value={value === '' ? null : value}
        options={choices}
        disabled={disabled}
        onChange={(event) => onChange(String(event.target.value))}
      />
      {dict.error ? <small role="alert">{dict.error.message}</small> : null}
    </>
  )
}
