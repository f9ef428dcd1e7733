import { AutoComplete } from 'antd'
import { useState } from 'react'
import {
  CLEARABLE,
  type FieldProps,
  findOptions,
  SEARCH_DELAY_MS,
  useLabels,
  useOptionSearch,
  useRenderer,
} from '#renderer/index.ts'
import type { ChoiceSource } from '#schemas/compile/choice-source.ts'
import { t } from '#schemas/text/text.ts'
import type { TextOptions } from '#schemas/widget/text.ts'

const PAGE_SIZE = 20

interface Props extends FieldProps<TextOptions, string> {
  source: ChoiceSource
}

/**
 * A line of text with entries of a dictionary: one that is chosen, or typed as it is called, is stored by its value, any
 * other text as it was typed. Where only entries are allowed, the row's validator says so.
 */
export function TextChoice({ id, field, value, options, disabled, invalid, source, onChange }: Props) {
  const { client } = useRenderer()
  const [open, setOpen] = useState(false)
  /** What stands in the control while its user types; null: what the value is called. */
  const [typed, setTyped] = useState<string | null>(null)
  const labels = useLabels(source, value === '' ? [] : [value])
  const search = useOptionSearch(
    open,
    SEARCH_DELAY_MS,
    async (keyword, signal) =>
      findOptions(client, source, { pageSize: PAGE_SIZE, ...(keyword ? { keyword } : {}) }, { signal }),
    [client, source],
  )
  const called = (text: string) => search.known.find((option) => option.text === text)
  const textOf = (stored: string) =>
    search.known.find((option) => String(option.value) === stored)?.text ?? labels?.get(stored) ?? stored
  const finish = () => {
    setTyped(null)
    search.setKeyword('')
  }
  return (
    <AutoComplete
      id={id}
      style={{ width: '100%' }}
      value={typed ?? textOf(value)}
      options={search.choices.map((option) => ({
        value: String(option.value),
        label: option.text,
        ...(option.disabled ? { disabled: true } : {}),
      }))}
      // Enter keeps what was typed, unless an entry was gone to.
      defaultActiveFirstOption={false}
      disabled={disabled}
      status={invalid ? 'error' : search.error ? 'warning' : ''}
      placeholder={options.placeholder ?? t('请输入{title}', { title: field.title })}
      allowClear={CLEARABLE}
      open={open}
      showSearch={{
        filterOption: false,
        onSearch: (text) => {
          setTyped(text)
          search.setKeyword(text)
          onChange(String(called(text)?.value ?? text))
        },
      }}
      onOpenChange={setOpen}
      onSelect={(stored) => {
        finish()
        onChange(String(stored))
      }}
      onClear={() => {
        finish()
        onChange('')
      }}
      onBlur={() => {
        // The entry may have been found after the last key.
        const entry = typed === null ? undefined : called(typed)
        if (entry && String(entry.value) !== value) onChange(String(entry.value))
        finish()
      }}
    />
  )
}
