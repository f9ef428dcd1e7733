import { Select, Typography } from 'antd'
import { useState } from 'react'
import {
  CLEARABLE,
  type FieldProps,
  SearchKeys,
  useLabels,
  useOptionSearch,
  useRenderer,
} from '#renderer/index.ts'
import type { SelSearchOptions } from '#schemas/widget/sel_search.ts'

/** Typing rests this long before the server is asked (ms). */
const SEARCH_DELAY_MS = 800
const PAGE_SIZE = 10

/** A dropdown that asks the server while its user types. */
export default function SelSearchField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<SelSearchOptions, string>) {
  const { client } = useRenderer()
  const [open, setOpen] = useState(false)
  const source = field.dictKey
  const labels = useLabels(source, value === '' ? [] : [value])
  const search = useOptionSearch(
    open,
    SEARCH_DELAY_MS,
    async (keyword, signal) =>
      source === null
        ? []
        : client.options(
            source,
            { pageSize: options.pageSize ?? PAGE_SIZE, ...(keyword ? { keyword } : {}) },
            { signal },
          ),
    [client, source, options.pageSize],
  )
  const { choices, error, keyword, setKeyword, waiting } = search
  // Chosen from what was found, the text is known already.
  const textOf = (one: string) =>
    search.known.find((option) => String(option.value) === one)?.text ?? labels?.get(one) ?? one
  return (
    <SearchKeys
      search={search}
      open={open}
      onTake={(option) => {
        onChange(String(option.value))
        setKeyword('')
        setOpen(false)
      }}
    >
      <Select
        id={id}
        value={value === '' ? null : value}
        style={{ width: '100%' }}
        disabled={disabled}
        status={invalid ? 'error' : error ? 'warning' : ''}
        placeholder={options.placeholder ?? `请输入${field.title}搜索`}
        allowClear={CLEARABLE}
        open={open}
        loading={open && waiting}
        showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
        options={choices.map((option) => ({
          value: String(option.value),
          label: option.text,
          ...(option.disabled ? { disabled: true } : {}),
        }))}
        labelRender={(chosen) => textOf(String(chosen.value))}
        notFoundContent={
          error ? (
            <Typography.Text type="warning" role="alert">
              {error.message}
            </Typography.Text>
          ) : waiting ? (
            '加载中…'
          ) : keyword === '' ? (
            '请输入搜索内容'
          ) : (
            '没有查询到任何数据'
          )
        }
        onOpenChange={setOpen}
        onChange={(next: string | null | undefined) => {
          onChange(next ?? '')
          setKeyword('')
        }}
      />
    </SearchKeys>
  )
}
