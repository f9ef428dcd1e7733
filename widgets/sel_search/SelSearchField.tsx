import { Select, Typography } from 'antd'
import { useState } from 'react'
import {
  CLEARABLE,
  type FieldProps,
  findOptions,
  SearchKeys,
  useLabels,
  useOptionSearch,
  useRenderer,
  valueText,
} from '#renderer/index.ts'
import { choiceSource } from '#schemas/compile/choice-source.ts'
import { t } from '#schemas/text/text.ts'
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
  const source = choiceSource(field)
  const labels = useLabels(source, value === '' ? [] : [value])
  const search = useOptionSearch(
    open,
    SEARCH_DELAY_MS,
    async (keyword, signal) =>
      source === null
        ? []
        : findOptions(
            client,
            source,
            { pageSize: options.pageSize ?? PAGE_SIZE, ...(keyword ? { keyword } : {}) },
            { signal },
          ),
    [client, source, options.pageSize],
  )
  const { choices, error, keyword, setKeyword, waiting } = search
  // Chosen from what was found, the text is known already.
  const textOf = (one: string) =>
    search.known.find((option) => String(option.value) === one)?.text ??
    labels?.get(one) ??
    (labels === null ? null : undefined)
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
        placeholder={options.placeholder ?? t('搜索{title}', { title: field.title })}
        allowClear={CLEARABLE}
        open={open}
        loading={open && waiting}
        showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
        options={choices.map((option) => ({
          value: String(option.value),
          label: option.text,
          ...(option.disabled ? { disabled: true } : {}),
        }))}
        labelRender={(chosen) => valueText(String(chosen.value), textOf(String(chosen.value)))}
        notFoundContent={
          error ? (
            <Typography.Text type="warning" role="alert">
              {error.message}
            </Typography.Text>
          ) : waiting ? (
            t('加载中…')
          ) : keyword === '' ? (
            t('请输入搜索内容')
          ) : (
            t('没有查询到任何数据')
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
