import { Select, Typography } from 'antd'
import { useEffect, useState } from 'react'
import {
  CLEARABLE,
  type FieldProps,
  type Option,
  useLabels,
  useRenderer,
  useRequest,
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
  const [asked, setAsked] = useState(false)
  const [keyword, setKeyword] = useState('')
  const [settled, setSettled] = useState('')
  const source = field.dictKey
  const labels = useLabels(source, value === '' ? [] : [value])
  useEffect(() => {
    const timer = setTimeout(() => setSettled(keyword), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [keyword])
  const found = useRequest<Option[]>(
    async (signal) =>
      asked && source !== null
        ? client.options(
            source,
            { pageSize: options.pageSize ?? PAGE_SIZE, ...(settled ? { keyword: settled } : {}) },
            { signal },
          )
        : [],
    [client, source, asked, settled, options.pageSize],
  )
  // Choices of the search before are none of this one.
  const choices = found.error ? [] : (found.data ?? [])
  // Chosen from this very list, the text is known already.
  const textOf = (one: string) =>
    choices.find((option) => String(option.value) === one)?.text ?? labels?.get(one) ?? one
  const waiting = found.loading || keyword !== settled
  return (
    <Select
      id={id}
      value={value === '' ? null : value}
      style={{ width: '100%' }}
      disabled={disabled}
      status={invalid ? 'error' : found.error ? 'warning' : ''}
      placeholder={options.placeholder ?? `请输入${field.title}搜索`}
      allowClear={CLEARABLE}
      loading={asked && waiting}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={choices.map((option) => ({
        value: String(option.value),
        label: option.text,
        ...(option.disabled ? { disabled: true } : {}),
      }))}
      labelRender={(chosen) => textOf(String(chosen.value))}
      notFoundContent={
        found.error ? (
          <Typography.Text type="warning" role="alert">
            {found.error.message}
          </Typography.Text>
        ) : waiting ? (
          '加载中…'
        ) : keyword === '' ? (
          '请输入搜索内容'
        ) : (
          '没有查询到任何数据'
        )
      }
      onOpenChange={(shown) => shown && setAsked(true)}
      onChange={(next: string | null | undefined) => {
        onChange(next ?? '')
        setKeyword('')
      }}
    />
  )
}
