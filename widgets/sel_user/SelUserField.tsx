import { UserOutlined } from '@ant-design/icons'
import { Button, Select, Space } from 'antd'
import { useState } from 'react'
import {
  CLEARABLE,
  type FieldProps,
  FocusReturn,
  lazyDialog,
  SearchKeys,
  useLabels,
  useOptionSearch,
  useRenderer,
} from '#renderer/index.ts'
import type { SelUserOptions } from '#schemas/widget/sel_user.ts'

const SelUserDialog = lazyDialog(() => import('./SelUserDialog.tsx'))
/** Typing rests this long before the server is asked (ms). */
const SEARCH_DELAY_MS = 300

/** Names to type, and a dialog to choose from by department. */
export default function SelUserField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<SelUserOptions, string[]>) {
  const { client } = useRenderer()
  const several = options.multiSelect ?? true
  const [open, setOpen] = useState(false)
  const [isListed, setListed] = useState(false)
  const labels = useLabels('sys_user', value)
  // Nothing is asked before the list is opened: a form of many pickers opens without a call.
  const search = useOptionSearch(
    isListed,
    SEARCH_DELAY_MS,
    async (keyword, signal) => {
      const page = await client.list(
        'sys_user',
        { pageNo: 1, pageSize: 10, ...(keyword ? { filter: { realname: `*${keyword}*` } } : {}) },
        { signal },
      )
      return page.records.map((row) => ({
        value: String(options.store === 'id' ? row.id : row.username),
        text: String(options.text === 'username' ? row.username : row.realname),
      }))
    },
    [client, options.store, options.text],
  )
  const { choices, keyword, setKeyword } = search
  const showsAccount = options.text === 'username' && options.store !== 'id'
  const textOf = (one: string) =>
    showsAccount
      ? one
      : (labels?.get(one) ?? search.known.find((option) => String(option.value) === one)?.text ?? one)
  return (
    <>
      <SearchKeys
        search={search}
        open={isListed}
        onTake={({ value: found }) => {
          const one = String(found)
          onChange(several ? [...value.filter((other) => other !== one), one] : [one])
          setKeyword('')
          if (!several) setListed(false)
        }}
      >
        <Space.Compact style={{ width: '100%' }}>
          <Select
            id={id}
            value={several ? value : (value[0] ?? null)}
            {...(several ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
            style={{ width: '100%' }}
            disabled={disabled}
            status={invalid ? 'error' : ''}
            placeholder={`请选择${field.title}`}
            allowClear={CLEARABLE}
            open={isListed}
            loading={isListed && search.waiting}
            showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
            options={choices.map((option) => ({ value: String(option.value), label: option.text }))}
            labelRender={(chosen) => textOf(String(chosen.value))}
            notFoundContent={search.error?.message ?? (search.waiting ? '加载中…' : '没有查询到任何数据')}
            onOpenChange={setListed}
            onChange={(next: string[] | string | null | undefined) => {
              onChange(Array.isArray(next) ? next : next ? [next] : [])
              setKeyword('')
            }}
          />
          <Button
            icon={<UserOutlined />}
            aria-label={`选择${field.title}`}
            disabled={disabled}
            onClick={() => setOpen(true)}
          />
        </Space.Compact>
      </SearchKeys>
      {open ? (
        <>
          <FocusReturn />
          <SelUserDialog
            value={value}
            textOf={textOf}
            store={options.store ?? 'username'}
            several={several}
            onCancel={() => setOpen(false)}
            onConfirm={(next) => {
              setOpen(false)
              onChange(next)
            }}
          />
        </>
      ) : null}
    </>
  )
}
