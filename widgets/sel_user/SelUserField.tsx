import { UserOutlined } from '@ant-design/icons'
import { Button, Select, Space } from 'antd'
import { useEffect, useState } from 'react'
import {
  type FieldProps,
  FocusReturn,
  lazyDialog,
  type Option,
  useLabels,
  useRenderer,
  useRequest,
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
  const [asked, setAsked] = useState(false)
  const [keyword, setKeyword] = useState('')
  const [settled, setSettled] = useState('')
  const labels = useLabels('sys_user', value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(keyword), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [keyword])
  // Nothing is asked before the list is opened: a form of many pickers opens without a call.
  const found = useRequest<Option[]>(
    async (signal) => {
      if (!asked) return []
      const page = await client.list(
        'sys_user',
        { pageNo: 1, pageSize: 10, ...(settled ? { filter: { realname: `*${settled}*` } } : {}) },
        { signal },
      )
      return page.records.map((row) => ({
        value: String(options.store === 'id' ? row.id : row.username),
        text: String(options.text === 'username' ? row.username : row.realname),
      }))
    },
    [client, asked, settled, options.store, options.text],
  )
  const choices = found.data ?? []
  const showsAccount = options.text === 'username' && options.store !== 'id'
  const textOf = (one: string) =>
    showsAccount
      ? one
      : (labels?.get(one) ?? choices.find((option) => String(option.value) === one)?.text ?? one)
  return (
    <>
      <Space.Compact style={{ width: '100%' }}>
        <Select
          id={id}
          value={several ? value : (value[0] ?? null)}
          {...(several ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
          style={{ width: '100%' }}
          disabled={disabled}
          status={invalid ? 'error' : ''}
          placeholder={`请选择${field.title}`}
          allowClear
          loading={asked && found.loading}
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          options={choices.map((option) => ({ value: String(option.value), label: option.text }))}
          labelRender={(chosen) => textOf(String(chosen.value))}
          notFoundContent={found.loading ? '加载中…' : (found.error?.message ?? '没有查询到任何数据')}
          onOpenChange={(shown) => shown && setAsked(true)}
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
